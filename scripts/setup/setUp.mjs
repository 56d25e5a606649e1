// Everything a fresh clone needs before it can run; nothing to do takes a few milliseconds.
import { dependenciesAreThere, installDependencies, node24 } from './dependencies.mjs'
import { build, isBuilt } from './generated.mjs'
import { alone } from './lock.mjs'
import { Fault } from './say.mjs'

/**
 * Installs dependencies and builds what `things` names (`regions`, `web`), each only when needed. Returns the path of
 * Node 24.
 */
export async function setUp(things = ['regions']) {
  if (Number(process.versions.node.split('.')[0]) < 20) throw new Fault(`需要 Node 20 以上，当前是 ${process.version}`)
  if (!dependenciesAreThere())
    await alone(async () => {
      if (!dependenciesAreThere()) await installDependencies()
    })
  const node = node24()
  for (const thing of things)
    if (!isBuilt(thing))
      await alone(async () => {
        if (!isBuilt(thing)) await build(thing, node)
      })
  return node
}
