// Hands bytes to the browser as a file to keep.

/** Offers the file for saving under a name. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // the browser has taken the file over by the next turn
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
