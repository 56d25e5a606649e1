// npm run check: types, lint and the rules of the house, in seconds.
import { main } from './setup/say.mjs'
import { setUp } from './setup/setUp.mjs'
import { checkSources, vitest } from './setup/stage.mjs'

await main(async () => {
  const node = await setUp([])
  const results = [
    ...(await checkSources(node)),
    await vitest(node, '房规', ['--project', 'rules', 'tests/house', '--passWithNoTests']),
  ]
  return results.some(({ failed }) => failed > 0) ? 1 : 0
})
