// An engine in JavaScript by the plain protocol of lines: plays the last of the legal moves.
// zermelo match connect_four "lines:node last_move.js" random
const readline = require("node:readline");

let legal = [];
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [word] = line.split(" ", 1);
  const rest = line.slice(word.length + 1);
  if (word === "zermelo") console.log("ready last move");
  else if (word === "game") legal = [];
  else if (word === "legal") legal.push(rest);
  else if (word === "go") console.log(`move ${legal[legal.length - 1]}`);
  else if (word === "quit") process.exit(0);
});
