// Lets one set-up at a time change the checkout; others wait for it.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cache, readText } from './place.mjs'
import { Fault, say } from './say.mjs'

const file = path.join(cache, 'setup.lock')

function lives(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  // a zombie nobody reaps is dead
  return !/\) Z/.test(readText(`/proc/${pid}/stat`) ?? '')
}

function tryTake() {
  const mine = `${file}.${process.pid}`
  fs.writeFileSync(mine, String(process.pid))
  try {
    // a link appears whole or not at all
    fs.linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    fs.rmSync(mine, { force: true })
  }
}

/** Runs `work` while no other set-up of this checkout runs. */
export async function alone(work) {
  try {
    fs.mkdirSync(cache, { recursive: true })
    fs.accessSync(cache, fs.constants.W_OK)
  } catch {
    throw new Fault(`当前账号不能写入 ${path.dirname(cache)}：请换用其所有者运行一次 npm start，之后即可只读使用`)
  }
  for (let told = false; !tryTake(); await pause(200)) {
    const holder = Number(readText(file))
    if (!(holder > 0) || !lives(holder)) {
      fs.rmSync(file, { force: true })
    } else if (!told) {
      say(`另一个准备过程正在进行（进程 ${holder}），等待它完成…`)
      told = true
    }
  }
  const release = () => fs.rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    release()
    process.off('exit', release)
  }
}
