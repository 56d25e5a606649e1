// npm run dev: the product, restarted when its sources change, and the web pages served by vite.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { inRoot } from './setup/place.mjs'
import { main, say } from './setup/say.mjs'
import { setUp } from './setup/setUp.mjs'
import { each } from './setup/stamp.mjs'

await main(async () => {
  const node = await setUp()
  const port = process.env.PORT ?? '8080'
  const env = { ...process.env, PORT: port, API_PORT: port }
  const product = spawn(node, [inRoot('scripts/supervisor.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env,
  })
  const gone = new Promise(resolve => product.on('exit', code => resolve(code ?? 1)))
  const ready = new Promise(resolve =>
    product.on('message', message => {
      if (message.ready) resolve(true)
    }),
  )
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => product.kill(name))
  let portal = Promise.resolve()
  if (await Promise.race([ready, gone.then(() => false)])) {
    const vite = spawn(node, [inRoot('node_modules/vite/bin/vite.js')], {
      cwd: inRoot('apps/web'),
      stdio: 'inherit',
      env,
    })
    portal = new Promise(resolve => vite.on('exit', resolve))
    void portal.then(() => product.kill('SIGTERM'))
    void gone.then(() => vite.kill())
    let soon
    for (const folder of ['apps/server/src', 'apps/server/demo', ...each('packages', 'src')]) {
      fs.watch(inRoot(folder), { recursive: true }, (_, name) => {
        if (name?.endsWith('.test.ts')) return
        clearTimeout(soon)
        soon = setTimeout(() => {
          say('源码已改，重启服务')
          if (product.connected) product.send('restart')
        }, 200)
      }).unref()
    }
  }
  const code = await gone
  await portal
  // watchers of whole folders would keep us here, whatever unref() says
  process.exit(code)
})
