const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DATE = new RegExp(`^(${MONTHS.join('|')}) (\\d{1,2}), (\\d{4})(?: \\d{1,2}:\\d\\d [AP]M)?$`)

/** Returns the day of an English date such as `May 4, 1899 6:51 PM`. */
export function dayIn(text: string): string | undefined {
  const [, month = '', day = '', year = ''] = DATE.exec(text) ?? []
  if (month === '') return undefined
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}
