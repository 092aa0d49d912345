import { formatDate, formatDateTime } from './format.ts'

/** A moment as the whole product writes it: `21 Nov 2026, 09:00`, or only its day. */
export function Time({
  value,
  isDay = false,
  className,
}: {
  /** UNIX ms or an ISO time. */
  value: string | number
  isDay?: boolean
  className?: string | undefined
}) {
  const date = new Date(value)
  const words = isDay ? formatDate(date) : formatDateTime(date)
  return (
    <time
      className={className}
      dateTime={date.toISOString()}
      title={isDay ? formatDateTime(date) : undefined}
    >
      {words}
    </time>
  )
}
