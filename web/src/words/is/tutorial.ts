import type { Words } from "../../lib/words.svelte";

export const tutorial: Words["tutorial"] = {
  title: "Svona er spilað",
  next: "Næsta",
  finish: "Spila!",
  skip: "Sleppa",
  step: "{n} af {most}",
  wait: "{name} á leik. Fylgstu með!",
  hint: "Veistu ekki hvað þú átt að gera? Ýttu á peruna og fáðu vísbendingu. Góða skemmtun!",
  centoGoal: "Þetta er summan. Allir hækka hana eða lækka. Sá vinnur sem kemur henni í nákvæmlega {goal}!",
  centoHand: "Þetta eru spilin þín. Rauð með + hækka summuna, blá með − lækka hana.",
  centoLift: "Þú átt leik. Ýttu á spil sem ljómar.",
  centoPlay: "Ýttu aftur á sama spil og það fer á bunkann.",
  centoSay: "Ýttu aftur á sama spil. Segðu svo nýju summuna: skrifaðu hana og ýttu á hakið.",
  centoTurn: "Vel gert! Hringurinn sýnir hver á leik.",
  centoSpecial: "Sum spil geta galdrað. Öfugt snýr öllu við: þá verður plús mínus og markið er 0.",
  nimmtGoal: "Losaðu þig við spilin! Þegar einhver á engin spil eftir er umferðin búin.",
  nimmtStacks: "Spil passar á bunka ef það er 1 til 10 hærra. Á eftir 100 kemur aftur 1.",
  nimmtPlay: "Þú átt leik. Ýttu á spil sem ljómar og svo á bunkann.",
  nimmtTake: "Þú átt leik en ekkert af spilunum þínum passar. Ýttu þá á bunkann og taktu hann.",
  nimmtBull: "Vel gert! Sá sem tekur þrjú spil eða fleiri fær bolaspil. Með því má setja út mörg spil í einu.",
  nimmtHeads: "Sjáðu uxana á spilunum. Hver uxi sem þú átt á hendi í lokin er mínusstig.",
  tenGoal:
    "Komstu eins nálægt 10 og þú getur, með einu spili eða tveimur. Sá sem er með lægstu summuna tapar umferðinni.",
  tenLift: "Þetta eru spilin þín. Ýttu á eitt sem á að fara á borðið.",
  tenPlay: "Upp eða á hvolfi? Spilapeningar á spilinu vernda það. Ýttu svo á stóra hnappinn.",
  tenSwap: "Vel gert! Bráðum mega allir reyna að ná spili af öðrum og borga með spilapeningum.",
  tenSecond: "Í lokin máttu bæta við spili ef fyrra spilið snýr upp. En aldrei meira en 10 samtals!",
  tenEnd:
    "Sá sem er næst 10 fær spilapeningana í pottinum. Sá sem er með lægstu summuna fær spilin og þau gefa refsistig.",
};
