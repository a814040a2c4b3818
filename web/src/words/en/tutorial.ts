export const tutorial = {
  title: "How to play",
  next: "Next",
  finish: "Play!",
  skip: "Skip",
  step: "{n} of {most}",
  wait: "{name} plays now. Watch!",
  hint: "Not sure what to do? Tap the lamp and get a hint. Have fun!",
  // Cento
  centoGoal: "This is the total. Everybody makes it bigger or smaller. Whoever gets it to exactly {goal} wins!",
  centoHand: "These are your cards. Red with + makes the total bigger, blue with − makes it smaller.",
  centoLift: "It is your turn. Tap a card that shines.",
  centoPlay: "Tap the same card again, and it goes onto the pile.",
  centoSay: "Tap the same card again. Then say the new total: type it and tap the tick.",
  centoTurn: "Well done! The ring shows whose turn it is.",
  centoSpecial: "Some cards can do tricks. Flip turns everything round: then plus is minus, and the goal is 0.",
  // 11 nimmt!
  nimmtGoal: "Get rid of your cards! When somebody has none left, the round is over.",
  nimmtStacks: "A card fits on a stack if it is 1 to 10 higher. After 100 comes 1 again.",
  nimmtPlay: "It is your turn. Tap a card that shines, then its stack.",
  nimmtTake: "It is your turn, but none of your cards fits. So tap the stack and take it.",
  nimmtBull:
    "Well done! Whoever takes three cards or more gets a bull. With it you may play several cards in one turn.",
  nimmtHeads: "Look at the ox heads. Each one in your hand at the end is a minus point.",
  // 10
  tenGoal: "Come as close to 10 as you can, with one card or two. The lowest total loses the round.",
  tenLift: "These are your cards. Tap one for the table.",
  tenPlay: "Face up or face down? Chips on the card protect it. Then press the big button.",
  tenSwap: "Well done! Soon everybody may go after somebody else’s card and pay with chips.",
  tenSecond: "At the end you may add a second card if your first one lies face up. But never more than 10 together!",
  tenEnd:
    "The player nearest to 10 gets the chips in the pot. The player with the lowest total gets the cards, and they cost penalty points.",
} as const;
