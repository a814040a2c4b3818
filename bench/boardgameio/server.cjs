// Keeps everything in memory, and nothing on disk.
const { Server } = require("boardgame.io/server");
Server({ games: [require("./game.cjs")], origins: [/.*/] }).run({ port: 8500, lobbyConfig: { apiPort: 8501 } });
