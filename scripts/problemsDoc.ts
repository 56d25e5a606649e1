// Prints docs/problems.md from the table of problems; a house test holds the file equal.
import { problems } from '../packages/domain/src/problems/problems.ts'

console.log(
  '# Problems\n\nEvery refusal the server can answer: its name in the code, the envelope code, the HTTP status and the words people read.\nMade by `node scripts/problemsDoc.ts > docs/problems.md`; a house test holds it equal to `packages/domain/src/problems/problems.ts`.\n\n| name | code | HTTP | text |\n|---|---|---|---|',
)
for (const [name, row] of Object.entries(problems))
  console.log(`| \`${name}\` | ${row.code} | ${row.http} | ${row.text} |`)
