// As little of a game as there can be: a player adds a number to a total, then it is the other's turn.
module.exports = {
  name: "sum",
  setup: () => ({ total: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: {
      move: ({ G }, amount) => {
        G.total = (G.total + amount) % 100;
      },
      client: false, // the server decides, as ours does
    },
  },
};
