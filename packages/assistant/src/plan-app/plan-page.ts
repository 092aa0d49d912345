import type { ChangeSummary, PlanSummary } from '../plan-summary.ts'

// This runs in the sandbox of a client as one script, so it uses nothing but types of other modules.

interface PlanInput {
  readonly bucket?: string
  readonly command?: string
  readonly args?: Readonly<Record<string, unknown>>
}

/** The answer of `plan`. */
interface Plan extends PlanSummary {
  readonly plan_id: string
  readonly confirmed_by?: string
}

/** The answer of `apply`, `job` and `undo`. */
interface Progress {
  readonly state?: string
  readonly message?: string
  readonly progress?: { readonly done: number; readonly total?: number } | null
  readonly can_be_undone?: boolean
}

interface Answers {
  readonly plan: Plan
  readonly apply: Progress
  readonly job: Progress & { readonly changes?: readonly ChangeSummary[] }
  readonly undo: Progress
}

interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly isError?: boolean
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: object
  readonly result?: unknown
  readonly error?: { readonly message?: string }
}

const PROTOCOL = '2026-01-26'
/** Maximum rows in an answer of `job`. */
const PAGE = 20
const ASK_AGAIN_MS = 1000

// The host: JSON-RPC over messages between windows.

const waiting = new Map<number, PromiseWithResolvers<unknown>>()
let lastId = 0

const send = (message: object): void =>
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')

function request(method: string, params: object): Promise<unknown> {
  const id = (lastId += 1)
  const answer = Promise.withResolvers<unknown>()
  waiting.set(id, answer)
  send({ id, method, params })
  return answer.promise
}

/** Calls a tool of the server. @throws Error with the server's message */
async function callTool<Name extends keyof Answers>(
  name: Name,
  args: object,
): Promise<Answers[Name]> {
  const result = (await request('tools/call', { name, arguments: args })) as ToolResult
  return readResult(result) as Answers[Name]
}

function readResult({ content = [], isError }: ToolResult): object {
  const text = content.find(({ type }) => type === 'text')?.text ?? ''
  let answer: { error?: string }
  try {
    answer = JSON.parse(text) as { error?: string }
  } catch {
    throw new Error(text || 'The client answered nothing.')
  }
  if (isError || answer.error !== undefined) throw new Error(answer.error ?? text)
  return answer
}

window.addEventListener('message', ({ source, data }: MessageEvent<Message | undefined>) => {
  if (source !== window.parent || typeof data !== 'object' || data === null) return
  const { id, method, params = {}, result, error } = data
  if (method === undefined) {
    const answer = waiting.get(Number(id))
    waiting.delete(Number(id))
    if (error) answer?.reject(new Error(error.message ?? 'The client refused.'))
    else answer?.resolve(result)
  } else if (id === undefined) hear(method, params)
  else if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} })
  else send({ id, error: { code: -32601, message: `No method ${method}` } })
})

function hear(method: string, params: object): void {
  if (method === 'ui/notifications/tool-input') {
    input = (params as { arguments?: PlanInput }).arguments ?? {}
    draw()
  } else if (method === 'ui/notifications/tool-result') {
    showResult(params)
  } else if (method === 'ui/notifications/tool-cancelled') say('The plan was cancelled.')
  else if (method === 'ui/notifications/host-context-changed') useTheme(params)
}

function useTheme({ theme }: { theme?: unknown }): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
}

// The plan.

let input: PlanInput = {}
let plan: Plan | undefined
let changes: ChangeSummary[] = []
let hasMore = false
let phase: 'open' | 'busy' | 'running' | 'ended' = 'open'
let canUndo = false
const leftOut = new Set<string>()

/** Returns the arguments of tools that take a plan. */
const aboutPlan = () => ({
  ...(input.bucket !== undefined && { bucket: input.bucket }),
  plan_id: plan?.plan_id,
})

function showResult(result: ToolResult): void {
  try {
    show(readResult(result) as Plan)
  } catch (reason) {
    say(wordsOf(reason))
  }
}

function show(next: Plan): void {
  plan = next
  changes = [...(next.examples ?? [])]
  hasMore = false
  phase = 'open'
  leftOut.clear()
  draw()
  if (changes.length > 0) void readChanges(0)
}

/** Reads the changes from an index on; the plan itself contains only a few examples. */
async function readChanges(from: number): Promise<void> {
  if (!plan) return
  const { plan_id } = plan
  try {
    const page = await callTool('job', { ...aboutPlan(), changes_from: from })
    const { changes: next = [] } = page
    if (plan.plan_id !== plan_id || next.length === 0) return
    changes = [...changes.slice(0, from), ...next]
    hasMore = next.length === PAGE
    draw()
  } catch {
    // Keep the examples: a client may not permit apps to use this tool.
  }
}

/** Reads the next page and focuses its first row. */
async function showMore(): Promise<void> {
  const rows = byId('rows')
  const count = rows.children.length
  await readChanges(changes.length)
  const next = rows.children[count] ?? rows.lastElementChild
  next?.querySelector('input')?.focus()
}

/** Finds the argument of the command that selects objects. */
function scopeIn(args: PlanInput['args'] = {}) {
  for (const [key, value] of Object.entries(args)) {
    if (typeof value !== 'object' || value === null) continue
    if ('ids' in value || 'query' in value)
      return { key, scope: value as { ids?: string[]; except?: { ids?: string[] } } }
  }
  return undefined
}

const updatesIn = (args: PlanInput['args'] = {}) =>
  Array.isArray(args['updates']) ? (args['updates'] as { object_id?: string }[]) : undefined

const canLeaveOut = (): boolean =>
  scopeIn(input.args) !== undefined || updatesIn(input.args) !== undefined

/** Returns the arguments without the objects that the person has excluded. */
function argsWithout(args: PlanInput['args'] = {}): Record<string, unknown> {
  const updates = updatesIn(args)?.filter(({ object_id = '' }) => !leftOut.has(object_id))
  if (updates) return { ...args, updates }
  const at = scopeIn(args)
  if (!at) return args
  const { key, scope } = at
  if (scope.ids)
    return { ...args, [key]: { ...scope, ids: scope.ids.filter((id) => !leftOut.has(id)) } }
  const ids = [...(scope.except?.ids ?? []), ...leftOut]
  return { ...args, [key]: { ...scope, except: { ids } } }
}

async function apply(): Promise<void> {
  if (!plan) return
  say('Applying…')
  byId('status').focus()
  setPhase('busy')
  try {
    const next = await planWithout(plan)
    if (next) await follow(await callTool('apply', aboutPlan()))
  } catch (reason) {
    setPhase('open')
    say(wordsOf(reason))
    byId('apply').focus()
  }
}

/**
 * Returns the plan to apply. Excluding objects makes it another plan; the person must read that one first if its total
 * is not as expected.
 */
async function planWithout(current: Plan): Promise<Plan | undefined> {
  if (leftOut.size === 0) return current
  const args = argsWithout(input.args)
  const next = await callTool('plan', { ...input, args })
  const isExpected = next.total === (current.total ?? 0) - leftOut.size
  if (isExpected) return (plan = { ...current, plan_id: next.plan_id })
  input = { ...input, args }
  show(next)
  say('The content changed. Read this plan, then apply it.')
  return undefined
}

async function follow(answer: Progress): Promise<void> {
  if (!plan) return
  let now = answer
  while (now.state === 'running') {
    setPhase('running')
    const { done = 0, total } = now.progress ?? {}
    say(total === undefined ? `${done} done…` : `${done} of ${total} done…`)
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    now = await callTool('job', aboutPlan())
  }
  canUndo = now.can_be_undone === true
  end(now.message ?? 'Done.', now.state ?? 'done')
}

async function undo(): Promise<void> {
  if (!plan) return
  canUndo = false
  setPhase('busy')
  try {
    await follow(await callTool('undo', aboutPlan()))
  } catch (reason) {
    end(wordsOf(reason), 'done')
  }
}

async function cancel(): Promise<void> {
  if (phase === 'running' && plan) {
    await callTool('job', { ...aboutPlan(), cancel: true }).catch(() => undefined)
  } else end('Nothing was changed.', 'cancelled')
}

/** Shows the result to the person and reports it to the model. */
function end(message: string, state: string): void {
  setPhase('ended')
  say(message)
  byId('status').focus()
  const text = JSON.stringify({ plan_id: plan?.plan_id, state, message })
  request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => undefined)
}

const wordsOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason)

// The page. All content is set as text.

// The page contains elements with these ids.
const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement
const buttonOf = (id: 'apply' | 'cancel'): HTMLButtonElement => byId(id) as HTMLButtonElement

function element(tag: string, className = '', text = ''): HTMLElement {
  const node = document.createElement(tag)
  node.className = className
  node.textContent = text
  return node
}

function setPhase(next: typeof phase): void {
  phase = next
  draw()
}

const say = (text: string): void => {
  byId('status').textContent = text
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`

function draw(): void {
  if (!plan) return
  const { title, total, left_out = [], warnings = [], question, can_be_undone } = plan
  byId('title').textContent = title
  const undoable =
    can_be_undone === true ? 'Can be undone' : can_be_undone === false ? 'Cannot be undone' : ''
  byId('counts').textContent = [
    total !== undefined && count(total - leftOut.size, 'object'),
    leftOut.size > 0 && `${leftOut.size} left out by you`,
    undoable,
    plan.confirmed_by && 'A person confirms it',
  ]
    .filter(Boolean)
    .join(' · ')
  byId('notes').replaceChildren(
    ...[...(question ? [question] : []), ...warnings].map((text) => element('li', 'warning', text)),
    ...left_out.map(({ reason, count: some }) =>
      element('li', '', `${count(some, 'object')} left out: ${reason}`),
    ),
  )
  drawRows()
  const isOpen = phase === 'open'
  buttonOf('apply').disabled = !isOpen || (total !== undefined && total === leftOut.size)
  byId('apply').hidden = phase === 'ended'
  byId('cancel').hidden = phase === 'ended'
  byId('cancel').textContent = phase === 'running' ? 'Stop' : 'Cancel'
  buttonOf('cancel').disabled = phase === 'busy'
  byId('undo').hidden = !(phase === 'ended' && canUndo)
  byId('more').hidden = !(isOpen && hasMore)
}

/**
 * Draws a row for each object with its fields. Unchanged rows are not moved, since moving a row would take its focus
 * away.
 */
function drawRows(): void {
  const list = byId('rows')
  const ids = [...new Set(changes.map(({ id }) => id))]
  const before = new Map([...list.children].map((row) => [(row as HTMLElement).dataset['id'], row]))
  for (const [id, row] of before) if (!ids.includes(id ?? '')) row.remove()
  for (const [index, id] of ids.entries()) {
    const ofObject = changes.filter((change) => change.id === id)
    const key = JSON.stringify([ofObject, canLeaveOut()])
    const known = before.get(id) as HTMLElement | undefined
    const row = known?.dataset['key'] === key ? known : rowOf(id, ofObject)
    row.dataset['key'] = key
    const box = row.querySelector('input')
    if (box) {
      box.checked = !leftOut.has(id)
      box.disabled = phase !== 'open'
    }
    row.classList.toggle('out', leftOut.has(id))
    if (known && known !== row) known.replaceWith(row)
    else if (!known) list.insertBefore(row, list.children[index] ?? null)
  }
  list.hidden = ids.length === 0
  // Without checkboxes, the list must be focusable itself to scroll by keyboard.
  if (canLeaveOut()) list.removeAttribute('tabindex')
  else list.tabIndex = 0
}

function rowOf(id: string, ofObject: readonly ChangeSummary[]): HTMLElement {
  const row = element('li')
  row.dataset['id'] = id
  const label = element(canLeaveOut() ? 'label' : 'div', 'object')
  if (canLeaveOut()) {
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.addEventListener('change', () => {
      if (box.checked) leftOut.delete(id)
      else leftOut.add(id)
      draw()
    })
    label.append(box)
  }
  label.append(element('span', '', ofObject[0]?.object || 'Untitled'))
  row.append(label, ...ofObject.map(changeOf))
  return row
}

function changeOf({ field, before, after }: ChangeSummary): HTMLElement {
  const line = element('div', 'change')
  if (field) line.append(element('span', 'field', field))
  if (before) line.append(element('del', '', before))
  if (after) line.append(element('ins', '', after))
  return line
}

byId('apply').addEventListener('click', () => void apply())
byId('cancel').addEventListener('click', () => void cancel())
byId('undo').addEventListener('click', () => void undo())
byId('more').addEventListener('click', () => void showMore())

new ResizeObserver(() => {
  const { height } = byId('plan').getBoundingClientRect()
  send({ method: 'ui/notifications/size-changed', params: { height: Math.ceil(height) } })
}).observe(byId('plan'))

const begin = await request('ui/initialize', {
  appInfo: { name: 'typecase-plan', version: '1.0.0' },
  appCapabilities: {},
  protocolVersion: PROTOCOL,
})
useTheme((begin as { hostContext?: object }).hostContext ?? {})
send({ method: 'ui/notifications/initialized', params: {} })
