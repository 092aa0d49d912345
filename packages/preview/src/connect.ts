import { applyEdit } from './apply-edit.ts'
import { dashboardKey } from './dashboard-keys.ts'
import { createLabels, type Labels } from './labels.ts'
import { createOverlay } from './overlay.ts'
import {
  elementOf,
  isInView,
  keyOf,
  type PageSource,
  rectOf,
  sourceAt,
  watchSources,
} from './page-sources.ts'
import type {
  Editable,
  FieldEdit,
  FieldSource,
  FromPage,
  PreviewAccess,
  PreviewGreeting,
  ToPage,
} from './protocol.ts'
import { reloadInPlace, scrollBack } from './scroll-position.ts'

export interface ConnectOptions {
  /** Origin of the dashboard, or several: `https://cms.example.com`. Messages of other origins are ignored. */
  readonly dashboard: string | readonly string[]
  /** Shows saved changes, such as `() => router.refresh()`. Without it, the page is fetched again. */
  readonly onChange?: (objects: readonly string[]) => void
  /** Receives a token that reads drafts, on connection and again before a token expires. */
  readonly onAccess?: (access: PreviewAccess) => void
}

/** Maximum number of editables in one message, and of characters of each, so it stays below `MAX_PREVIEW_MESSAGE`. */
const MAX_EDITABLES = 1000
const LONGEST_TEXT = 80

/**
 * Connects a page to the dashboard that shows it, in a frame or in a window that the dashboard opened. Elsewhere it
 * only removes the marks from the texts.
 * @returns a function that ends the connection
 */
export function connect({ dashboard, onChange, onAccess }: ConnectOptions): () => void {
  const origins = [dashboard].flat().map((address) => new URL(address).origin)
  // A document of the dashboard contains the page; if that is in a separate window, the dashboard has opened it.
  const opener = window.top?.opener as Window | null
  const hosts = new Set([opener, window.parent, window.top])
  hosts.delete(window)
  const controller = new AbortController()
  const { signal } = controller
  /** Unsaved values by field. */
  const edits = new Map<string, FieldEdit>()
  let port: MessagePort | undefined
  let focus: FieldSource | null = null
  /** Whether the page was reloaded in place, until the dashboard names the focused field again. */
  let isReloaded = scrollBack()
  let labels: Labels | undefined
  let lastPage = ''
  let frame = 0

  const overlay = createOverlay()
  const page = watchSources(update)
  const send = (message: FromPage) => port?.postMessage(message)
  const open = (source: FieldSource) => send({ kind: 'open', source })

  /** Updates the page and the overlay once before the next frame. */
  function update(): void {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      const sources = page.list()
      page.change(() => {
        for (const one of sources) {
          const edit = edits.get(keyOf(one.source))
          if (edit) applyEdit(one, edit)
        }
      })
      draw(sources)
      describe(sources)
    })
  }

  function draw(sources = page.list()): void {
    const outlined = focus ? showing(sources, focus) : []
    overlay.draw([...outlined.map((source) => ({ source })), ...(labels?.marks ?? [])])
  }

  /** Returns the elements that show a field, or otherwise those of the group or list that contains it. */
  function showing(sources: readonly PageSource[], { object, path }: FieldSource): PageSource[] {
    const direct = sources.filter(({ source }) => source.object === object && source.path === path)
    const above = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    return direct.length > 0 || above === '' ? direct : showing(sources, { object, path: above })
  }

  /** Sends the contents of the page if they have changed. */
  function describe(sources: readonly PageSource[]): void {
    const editables = new Map<string, Editable>()
    for (const { source, node, part } of sources) {
      const text = node instanceof HTMLImageElement ? node.alt : (node.textContent ?? '')
      const label = text.slice(part?.start, part?.end).trim().slice(0, LONGEST_TEXT)
      const key = keyOf(source)
      if (!editables.has(key)) editables.set(key, { ...source, text: label })
    }
    const message: FromPage = {
      kind: 'page',
      url: location.href,
      title: document.title,
      editables: [...editables.values()].slice(0, MAX_EDITABLES),
    }
    const text = JSON.stringify(message)
    if (text !== lastPage) send(message)
    lastPage = text
  }

  function setFocus(source: FieldSource | null): void {
    // The dashboard also names the field after each save; the page then keeps its scroll position.
    const isSame = isReloaded || (source && focus && keyOf(source) === keyOf(focus))
    isReloaded = false
    focus = source
    const sources = page.list()
    const parts = source && !isSame ? showing(sources, source) : []
    if (parts[0] && !parts.some(isInView)) elementOf(parts[0])?.scrollIntoView({ block: 'center' })
    draw(sources)
  }

  function setLabels(areVisible: boolean): void {
    labels = areVisible ? createLabels(page.list().filter(isInView)) : undefined
    // The page must have the focus to receive the letters.
    if (areVisible) window.focus()
    draw()
  }

  function step(by: number): void {
    const visible = page.list().filter(rectOf)
    const all = [...new Map(visible.map(({ source }) => [keyOf(source), source])).values()]
    const at = all.findIndex((source) => focus && keyOf(source) === keyOf(focus))
    const next = all.at((Math.max(at, by < 0 ? 0 : -1) + by) % all.length)
    if (next) open(next)
  }

  function receive(message: ToPage): void {
    if (message.kind === 'access') onAccess?.(message.access)
    else if (message.kind === 'focus') setFocus(message.source)
    else if (message.kind === 'labels') setLabels(message.areVisible)
    else if (message.kind === 'step') step(message.by)
    else if (message.kind === 'reload') reloadInPlace()
    else if (message.kind === 'edit') {
      const key = keyOf(message.source)
      // When the site renders the text again, it shows the saved value, so keep the `former` of the first edit.
      edits.set(key, { ...message, ...edits.get(key), value: message.value })
      update()
    } else if (message.kind === 'saved') {
      for (const [key, { source }] of edits)
        if (message.objects.includes(source.object)) edits.delete(key)
      if (onChange) onChange(message.objects)
      // Loaded with the first save, so the script stays small.
      else void import('./refresh-page.ts').then(({ refreshPage }) => refreshPage())
    }
  }

  function greet({ origin, data, ports }: MessageEvent<PreviewGreeting | null>): void {
    // The window of the dashboard need not be an ancestor, since the page may be in a window that it opened.
    if (!origins.includes(origin)) return
    if (data?.typecase !== 1 || data.kind !== 'preview-connect' || !ports[0]) return
    port?.close()
    port = ports[0]
    port.addEventListener('message', (event: MessageEvent<ToPage>) => receive(event.data))
    port.start()
    lastPage = ''
    onAccess?.(data.access)
    update()
  }

  function click(event: MouseEvent): void {
    if (!port) return
    const isFollowed = event.ctrlKey || event.metaKey
    const link = isFollowed && event.target instanceof Element && event.target.closest('a')
    const source = isFollowed ? undefined : sourceAt(page.list(), event)
    if (!source && !link) return
    event.preventDefault()
    event.stopPropagation()
    if (source) open(source)
    // Follow the link in this window, which the dashboard shows.
    else if (link) location.assign(link.href)
  }

  function press(event: KeyboardEvent): void {
    const { key, isComposing, ctrlKey, metaKey, altKey } = event
    const command = dashboardKey(event)
    const isForLabels = labels && !ctrlKey && !metaKey && !altKey
    if (!port || isComposing || !(command || isForLabels)) return
    event.preventDefault()
    event.stopPropagation()
    if (!isForLabels) return send({ kind: 'key', key: command ?? '' })
    const chosen = labels?.press(key)
    if (chosen !== null) {
      labels = undefined
      if (chosen) open(chosen.source)
      send({ kind: 'labels-closed' })
    }
    draw()
  }

  const options = { signal, capture: true }
  addEventListener('message', greet, options)
  addEventListener('keydown', press, options)
  addEventListener('click', click, options)
  for (const name of ['scroll', 'resize', 'hashchange']) addEventListener(name, update, options)
  const greeting: PreviewGreeting = { typecase: 1, kind: 'preview-ready' }
  for (const host of hosts) for (const origin of origins) host?.postMessage(greeting, origin)

  return () => {
    controller.abort()
    cancelAnimationFrame(frame)
    port?.close()
    page.stop()
    overlay.remove()
  }
}
