// Finds a Chromium for the browser journeys, or installs one where that can be done without asking. The one without a
// window of its own is taken before the others: pages are the same, and it takes an eighth less of the processor.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Fault, say } from './say.mjs'

function candidates() {
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
  ]
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap(folder => names.map(name => path.join(folder, name)))
  const playwright = path.join(os.homedir(), '.cache/ms-playwright')
  const cached = fs.existsSync(playwright)
    ? fs
        .readdirSync(playwright)
        .filter(name => name.startsWith('chromium-'))
        .flatMap(name => [
          path.join(playwright, name, 'chrome-linux/chrome'),
          path.join(playwright, name, 'chrome-linux64/chrome'),
        ])
    : []
  return [
    ...onPath,
    ...cached,
    '/snap/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ]
}

/** Path of a browser, or null. CHROMIUM_PATH decides alone when it is set. */
export function findChromium() {
  const told = process.env.CHROMIUM_PATH
  if (told) {
    if (!fs.existsSync(told)) throw new Fault(`CHROMIUM_PATH 指向的 ${told} 不存在`)
    return told
  }
  return candidates().find(file => fs.existsSync(file)) ?? null
}

/**
 * Path of a browser; as root (or with a sudo that asks nothing) on Debian it is installed first. @throws Fault when
 * there is none to be had
 */
export function getChromium() {
  const found = findChromium()
  if (found) return found
  const advice =
    '浏览器测试需要 Chromium：请安装 chromium 或 Google Chrome（Debian：sudo apt-get install chromium fonts-noto-cjk），或用 CHROMIUM_PATH 指定其路径'
  if (!fs.existsSync('/etc/debian_version') || !fs.existsSync('/usr/bin/apt-get')) throw new Fault(advice)
  const root = process.getuid?.() === 0
  if (!root && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) throw new Fault(advice)
  say('正在安装 Chromium 与中文字体（apt-get，约 1 分钟）…')
  const apt = args =>
    spawnSync(
      root ? 'apt-get' : 'sudo',
      [...(root ? [] : ['-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']), ...args],
      {
        stdio: ['ignore', 2, 2],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    ).status === 0
  // an out-of-date list of one mirror must not stop the installation
  apt(['-qq', 'update'])
  const install = name => apt(['-qq', '-y', 'install', '--no-install-recommends', name, 'fonts-noto-cjk'])
  // distributions that do not part it off have the whole browser
  if (!install('chromium-headless-shell') && !install('chromium'))
    throw new Fault(`apt-get 未能安装 Chromium；${advice}`)
  const now = findChromium()
  if (!now) throw new Fault(advice)
  return now
}
