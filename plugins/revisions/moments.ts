import { formatDay, formatLongDate, formatTime } from '@typecase/ui/format'

/** Describes the day of a moment: `Today`, `Yesterday`, `Tuesday 3 November`. */
export function describeDay(iso: string, now = new Date()): string {
  const then = new Date(iso)
  const days = Math.round((midnight(now) - midnight(then)) / 86_400_000)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return then.getFullYear() === now.getFullYear() ? formatDay(then) : formatLongDate(then)
}

const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0)

/** Describes a moment: `Today, 09:14`. */
export const describeMoment = (iso: string, now?: Date): string =>
  `${describeDay(iso, now)}, ${formatTime(iso)}`
