// Hands bytes to the person as a download.

/** Saves a Blob under a name in the browser's download folder. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the click only starts the download
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
