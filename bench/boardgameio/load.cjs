// Two people at each table, who move as soon as it is their turn; a move counts when its player has the new state.
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const game = require("./game.cjs");

const [tables, seconds] = process.argv.slice(2).map(Number);
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
let counted = 0;
let counts = false;

function sit(matchID, playerID, credentials) {
  const line = SocketIO({ server: "http://127.0.0.1:8500", socketOpts: { transports: ["websocket"] } });
  const client = Client({ game, multiplayer: line, matchID, playerID, credentials, debug: false });
  let known = -1;
  let waits = false;
  client.subscribe((state) => {
    if (!state || state._stateID === known) return;
    if (waits && known >= 0 && counts) counted += 1;
    waits = false;
    known = state._stateID;
    if (state.ctx.currentPlayer !== playerID) return;
    setImmediate(() => {
      waits = true;
      client.moves.add(1 + Math.floor(Math.random() * 9));
    });
  });
  client.start();
}

async function main() {
  const lobby = new LobbyClient({ server: "http://127.0.0.1:8501" });
  for (let table = 0; table < tables; table += 1) {
    const { matchID } = await lobby.createMatch(game.name, { numPlayers: 2 });
    for (const playerID of ["0", "1"]) {
      const { playerCredentials } = await lobby.joinMatch(game.name, matchID, { playerID, playerName: playerID });
      sit(matchID, playerID, playerCredentials);
    }
  }
  await pause(3000);
  counts = true;
  const began = performance.now();
  await pause(seconds * 1000);
  const took = (performance.now() - began) / 1000;
  console.log(JSON.stringify({ tables, moves_per_second: Math.round(counted / took) }));
  process.exit(0);
}

void main();
