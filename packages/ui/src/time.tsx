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
  const words = (isDay ? DAY : MOMENT).format(date)
  return (
    <time
      className={className}
      dateTime={date.toISOString()}
      title={isDay ? MOMENT.format(date) : undefined}
    >
      {words}
    </time>
  )
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
