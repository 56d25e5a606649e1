// A disk of some megabytes in memory that can be filled to its last byte, kept full, and given room again.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const block = Buffer.alloc(65_536, 1)

/** A file system of its own; it takes root to mount one. */
export class SmallDisk {
  readonly folder: string
  #filling: NodeJS.Timeout | undefined

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Mounts a disk of so many megabytes that every account may enter. @throws Error where mounting is not allowed */
  static mount(megabytes: number): SmallDisk {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-disk-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'pipe' })
    } catch (error) {
      fs.rmdirSync(folder)
      throw new Error('满盘测量需要以 root 身份挂载一块小磁盘（tmpfs）', { cause: error })
    }
    return new SmallDisk(folder)
  }

  get #filler(): string {
    return path.join(this.folder, 'filler')
  }

  /** Fills the disk, and takes what others give back until there is room again. */
  fill(): void {
    this.#takeAll()
    this.#filling = setInterval(() => this.#takeAll(), 50)
  }

  makeRoom(): void {
    clearInterval(this.#filling)
    fs.rmSync(this.#filler, { force: true })
  }

  unmount(): void {
    this.makeRoom()
    execFileSync('umount', ['-l', this.folder])
    fs.rmdirSync(this.folder)
  }

  #takeAll(): void {
    const file = fs.openSync(this.#filler, 'a')
    try {
      // pages of memory are 4 KB: smaller pieces find no room either
      for (let bytes = block.length; bytes >= 4096;)
        try {
          if (fs.writeSync(file, block, 0, bytes) < bytes) bytes /= 2
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
          bytes /= 2
        }
    } finally {
      fs.closeSync(file)
    }
  }
}
