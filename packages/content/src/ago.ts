const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago something was, as short as a column: `Now`, `26 min`, `3 h`, `Yesterday`, `20 Nov`. */
export function ago(time: string | number, now: number = Date.now()): string {
  const date = new Date(time)
  const passed = now - date.getTime()
  if (passed < MINUTE) return 'Now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`
  const today = new Date(now)
  today.setHours(0, 0, 0, 0)
  if (date.getTime() >= today.getTime()) return `${Math.floor(passed / HOUR)} h`
  if (date.getTime() >= today.getTime() - DAY) return 'Yesterday'
  const isThisYear = date.getFullYear() === today.getFullYear()
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}
