// Copies text to the clipboard and says how it went (SH-18).
import { toast } from './toast.ts'

/** The texts of the result. @source spec §8, Copy */
export const copyTexts = { done: '复制成功！', failed: '复制失败，请手动复制' } as const

/** Copies a text; shows 复制成功！ or 复制失败，请手动复制. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(copyTexts.done)
  } catch {
    // no clipboard outside https and localhost, or refused by the browser
    toast.error(copyTexts.failed)
  }
}
