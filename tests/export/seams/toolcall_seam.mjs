// A seam that is filled in: it asks the bridge, which is told the file of the test.
import { spawnSync } from "node:child_process";
import { basename } from "node:path";

function ask(given) {
  const [program, ...words] = JSON.parse(process.env.BRIDGE);
  const test = basename(process.argv[1], ".test.mjs").slice("toolcall_".length);
  const done = spawnSync(program, [...words, test], {
    input: `${JSON.stringify(given)}\n`,
    encoding: "utf8",
  });
  const answer = JSON.parse(done.stdout || '{"error": "the parser died"}');
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}

export function parse(text, tools) {
  return ask({ text, tools });
}

export function stream(chunks, tools) {
  return ask({ chunks, tools });
}
