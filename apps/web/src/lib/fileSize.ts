// The size of a file as people read it.

const units = ['B', 'KB', 'MB', 'GB'] as const

/** '512 B', '1.5 KB', '12.3 MB'. */
export function fileSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit === 0 ? size : Math.round(size * 10) / 10} ${units[unit]}`
}
