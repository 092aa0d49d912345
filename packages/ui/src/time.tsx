import { formatDate, formatDateTime, isTime } from './format.ts'

/** A time in the format of the whole product: `21 Nov 2026, 09:00`, or only its day. */
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
  const text = isDay ? formatDate(value) : formatDateTime(value)
  return (
    <time
      className={className}
      dateTime={isTime(value) ? new Date(value).toISOString() : undefined}
      title={isDay ? formatDateTime(value) : undefined}
    >
      {text}
    </time>
  )
}
