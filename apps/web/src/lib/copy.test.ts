// Copying a text says how it went.
import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy.ts'
import { plugToaster } from './toast.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const said = (): string[] => {
  const texts: string[] = []
  plugToaster((_, text) => {
    texts.push(text)
  })
  return texts
}

test('[SH-18] a copied text says 复制成功！', async () => {
  const texts = said()
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyText('YD1')
  expect(writeText).toHaveBeenCalledWith('YD1')
  expect(texts).toEqual(['复制成功！'])
})

test('[SH-18] a clipboard that refuses, or none at all, says 复制失败，请手动复制', async () => {
  const texts = said()
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async () => {
        throw new Error('refused')
      },
    },
  })
  await copyText('YD1')
  vi.stubGlobal('navigator', {})
  await copyText('YD1')
  expect(texts).toEqual(['复制失败，请手动复制', '复制失败，请手动复制'])
})
