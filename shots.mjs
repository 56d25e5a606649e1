import { chromium } from 'playwright-core'
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  ),
})
const [account, size, look, ...paths] = process.argv.slice(2)
const [w, h] = size.split('x').map(Number)
const c = await b.newContext({
  viewport: { width: w, height: h },
  colorScheme: look === 'dark' ? 'dark' : 'light',
  isMobile: w < 500,
  hasTouch: w < 500,
})
const p = await c.newPage()
p.on('console', m => {
  if (m.type() === 'error' || m.type() === 'warning') console.log('CONSOLE', m.text().slice(0, 200))
})
p.on('pageerror', e => console.log('PAGEERR', String(e).slice(0, 200)))
await p.goto('http://127.0.0.1:8109/login')
await p.locator('input:not([type=password]):not([type=checkbox])').first().fill(account)
await p.locator('input[type=password]').fill('Demo#2026')
await p.keyboard.press('Enter')
await p.waitForURL(/index/)
for (const at of paths) {
  await p.goto('http://127.0.0.1:8109' + at)
  await p.waitForTimeout(2500)
  await p.screenshot({ path: `/tmp/shots/${account}-${w}-${look}${at.replace(/[/?=&]/g, '_')}.png` })
  console.log(at, await p.title())
}
await b.close()
