const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** The day that something happened on: `Today`, `Yesterday`, `Tuesday 3 November`. */
export function dayInWords(iso: string, now = new Date()): string {
  const then = new Date(iso)
  const days = Math.round((midnight(now) - midnight(then)) / 86_400_000)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return (then.getFullYear() === now.getFullYear() ? DAY : YEAR).format(then)
}

const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0)

export const timeInWords = (iso: string): string => TIME.format(new Date(iso))

/** `Today, 09:14`. */
export const whenInWords = (iso: string, now?: Date): string =>
  `${dayInWords(iso, now)}, ${timeInWords(iso)}`
