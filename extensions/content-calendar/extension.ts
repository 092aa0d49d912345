import { type CmsObject, defineExtension, type Host } from '@typecase/extension-sdk'

/** Objects of a day that are shown; the others are counted. */
const SHOWN = 4

defineExtension({
  page(root, host) {
    let month = startOf(new Date())
    const go = (by: number) => {
      month =
        by === 0 ? startOf(new Date()) : new Date(month.getFullYear(), month.getMonth() + by, 1)
      void show()
    }
    const title = heading()
    const grid = document.createElement('table')
    const status = document.createElement('p')
    status.setAttribute('role', 'status')
    root.replaceChildren(bar(title, go), status, grid)
    root.addEventListener('keydown', ({ key, target }) => {
      if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) return
      if (key === 'ArrowLeft' || key === 'k') go(-1)
      else if (key === 'ArrowRight' || key === 'j') go(1)
      else if (key === 't') go(0)
    })

    async function show(): Promise<void> {
      const visibleMonth = month
      title.textContent = visibleMonth.toLocaleDateString('en', { month: 'long', year: 'numeric' })
      grid.setAttribute('aria-busy', 'true')
      try {
        const { days, isCut } = await read(host, visibleMonth)
        // Another month may have been chosen since.
        if (visibleMonth !== month) return
        grid.replaceChildren(head(), ...weeks(host, visibleMonth, days))
        status.textContent = isCut ? 'Only the first 1,000 objects of this month are shown.' : ''
      } catch (reason) {
        if (visibleMonth === month)
          status.textContent = reason instanceof Error ? reason.message : String(reason)
      } finally {
        grid.removeAttribute('aria-busy')
      }
    }
    void show()
  },
})

const startOf = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), 1)

interface Entry {
  readonly object: CmsObject
  readonly isPlanned: boolean
}

/** The entries of each day of a month, by the day's number. */
async function read(
  host: Host,
  month: Date,
): Promise<{ days: Map<number, Entry[]>; isCut: boolean }> {
  const end = new Date(month.getFullYear(), month.getMonth() + 1, 1)
  const [published, planned] = await Promise.all([
    host.objects.list({
      query: { published_at: { $gte: month.toISOString(), $lt: end.toISOString() } },
      sort: 'published_at',
      limit: 1000,
    }),
    host.objects.list({
      query: { publish_at: { $gte: month.getTime(), $lt: end.getTime() } },
      sort: 'publish_at',
      limit: 1000,
    }),
  ])
  const entries = [
    ...published.objects.map((object) => ({ object, isPlanned: false, at: object.published_at })),
    ...planned.objects.map((object) => ({ object, isPlanned: true, at: object.publish_at })),
  ].flatMap(({ at, ...entry }) => (at === null ? [] : [{ ...entry, day: new Date(at).getDate() }]))
  return {
    days: Map.groupBy(entries, ({ day }) => day),
    isCut: published.total > 1000 || planned.total > 1000,
  }
}

function heading(): HTMLElement {
  const title = document.createElement('h1')
  title.setAttribute('aria-live', 'polite')
  return title
}

function bar(title: HTMLElement, go: (by: number) => void): HTMLElement {
  const element = document.createElement('header')
  const buttons = [
    button('‹', 'Month before', () => go(-1)),
    button('Today', 'This month', () => go(0)),
    button('›', 'Next month', () => go(1)),
  ]
  element.append(title, ...buttons)
  return element
}

function button(text: string, label: string, press: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.textContent = text
  element.setAttribute('aria-label', label)
  element.addEventListener('click', press)
  return element
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function head(): HTMLElement {
  const element = document.createElement('thead')
  const row = element.appendChild(document.createElement('tr'))
  for (const day of DAYS) {
    const cell = row.appendChild(document.createElement('th'))
    cell.scope = 'col'
    cell.textContent = day
  }
  return element
}

/** The rows of a month, whose weeks begin on Monday. */
function weeks(host: Host, month: Date, days: ReadonlyMap<number, Entry[]>): HTMLElement[] {
  const first = (month.getDay() + 6) % 7
  const count = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate()
  return Array.from({ length: Math.ceil((first + count) / 7) }, (_, week) => {
    const row = document.createElement('tr')
    for (let column = 0; column < 7; column += 1) {
      const day = week * 7 + column - first + 1
      const isWithin = day >= 1 && day <= count
      row.append(isWithin ? cell(host, month, day, days.get(day) ?? []) : blank())
    }
    return row
  })
}

const blank = (): HTMLElement => document.createElement('td')

function cell(host: Host, month: Date, day: number, entries: readonly Entry[]): HTMLElement {
  const element = document.createElement('td')
  const today = new Date()
  const isToday =
    today.toDateString() === new Date(month.getFullYear(), month.getMonth(), day).toDateString()
  const number = element.appendChild(document.createElement('time'))
  number.textContent = String(day)
  if (isToday) element.setAttribute('aria-current', 'date')
  for (const { object, isPlanned } of entries.slice(0, SHOWN)) {
    const name = object.title || 'Untitled'
    const open = button(name, isPlanned ? `${name}, scheduled` : name, () => {
      void host.objects.open(object.id)
    })
    open.dataset['state'] = isPlanned ? 'scheduled' : 'published'
    element.append(open)
  }
  if (entries.length > SHOWN) element.append(`${entries.length - SHOWN} more`)
  return element
}
