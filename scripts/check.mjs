// npm run check: types, lint, format, the rules of the house and of the product, in less than a minute.
import { main } from './setup/say.mjs'
import { setUp } from './setup/setUp.mjs'
import { checkSources, vitest } from './setup/stage.mjs'

await main(async () => {
  const node = await setUp()
  const [sources, rules] = await Promise.all([checkSources(node), vitest(node, '规则与房规', ['--project', 'rules'])])
  return [...sources, rules].some(({ failed }) => failed > 0) ? 1 : 0
})
