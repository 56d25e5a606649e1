// How long ago a message came, as people say it.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const two = (value: number): string => String(value).padStart(2, '0')

/**
 * 刚刚, N 分钟前, N 小时前, MM-dd HH:mm, with the year when it is another one.
 *
 * @source ux study §7
 */
export function sinceText(at: number, now: number): string {
  const past = now - at
  if (past < minuteMs) return '刚刚'
  if (past < hourMs) return `${Math.floor(past / minuteMs)} 分钟前`
  if (past < dayMs) return `${Math.floor(past / hourMs)} 小时前`
  const date = new Date(at)
  const text = `${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
  return date.getFullYear() === new Date(now).getFullYear() ? text : `${date.getFullYear()}-${text}`
}
