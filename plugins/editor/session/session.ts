import { combine } from '../draft/combine.ts'
import type { Attempt, Draft, Status } from '../draft/draft.ts'
import * as steps from '../draft/draft.ts'
import type { Clash } from '../draft/merge.ts'
import type { Path } from '@typecase/content/object/path'
import { detailsOf, serverProblems } from '@typecase/content/object/server-problems'
import type { Problem } from '@typecase/content/object/problem'
import { noKindProblem } from '@typecase/content/object/problem'
import { problemsOf } from '@typecase/content/object/validate'
import type { StoredDraft } from '../draft/draft-store.ts'
import type { EditorSession, SaveResult, SessionParts, SessionState } from './editor-session.ts'
import { currentOf, failureKind, messageOf } from './failure.ts'
import { createDraftSaver } from './draft-saver.ts'

/** Time between tries while the server does not answer, in ms. */
const RETRY_EVERY = 5000

/** Returns the metafield that contains a path, because the server checks and stores it as a whole. */
const fieldOf = (path: Path): Path => path.split('.', 2).join('.')

/** Creates a session. It neither listens nor retries until `attach`. */
export function createSession(parts: SessionParts): EditorSession {
  const { objectType, calls, kindProblem = noKindProblem, now = Date.now } = parts
  const listeners = new Set<() => void>()
  const flushes = new Set<() => void>()
  const draftSaver = createDraftSaver({ ...parts, onWritten: noteSaved })
  const canKeep = (): boolean => parts.drafts.works?.() ?? true
  let state: SessionState = {
    draft: parts.stored ? steps.restore(parts.draft, parts.stored) : parts.draft,
    touched: new Set(),
    problems: [],
    heldBack: undefined,
    isOnline: globalThis.navigator?.onLine ?? true,
    canKeep: canKeep(),
    restoredAt: parts.stored?.at,
    offered: parts.offered,
    isQuiet: false,
    target: undefined,
  }
  let underWay: Attempt | undefined
  let lastError: unknown
  let publication: string | undefined
  let idempotencyKey: string = crypto.randomUUID()
  let waiting: ((saved: SaveResult) => void)[] = []
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let isAttached = false
  let hasMoved = false
  let isReleased = false
  /** Whether the next autosave gets its own revision, because the user saved and there was nothing to send. */
  let startsRun = false

  function noteSaved(): void {
    if (canKeep() !== state.canKeep) set({ canKeep: canKeep() })
  }

  function keep(key: string, draft: StoredDraft | undefined): void {
    const { drafts } = parts
    // Storage may be full or blocked.
    void (draft ? drafts.put(key, draft) : drafts.remove(key)).catch(() => undefined)
  }

  function set(patch: Partial<SessionState>): void {
    state = { ...state, ...patch }
    for (const listener of listeners) listener()
  }

  /** Applies a step of the draft, and its consequences. */
  function step(draft: Draft, patch: Partial<SessionState> = {}): void {
    const [refused] = patch.problems ?? state.problems
    const heldBack = state.heldBack && (refused ?? check('draft', draft)[0])?.path
    set({ heldBack, ...patch, draft })
    draftSaver.watch(draft)
    if (draft.attempt && draft.attempt !== underWay) void send(draft.attempt)
    if (draft.attempt) return
    underWay = undefined
    scheduleRetry()
    const waiters = waiting
    waiting = []
    for (const resolve of waiters) resolve(outcome())
  }

  async function send(attempt: Attempt): Promise<void> {
    underWay = attempt
    const isNew = objectID() === undefined
    try {
      const isAutosave = state.isQuiet && attempt.status === 'draft' && !startsRun
      const sent = await calls.send(attempt, objectID(), idempotencyKey, isAutosave)
      const { object, change_set_id } = sent
      startsRun = false
      publication = change_set_id
      if (isNew) idempotencyKey = crypto.randomUUID()
      parts.onSaved(object)
      const next = steps.acknowledge(state.draft, object)
      const isClean = !steps.isDirty(next)
      step(next, { problems: [], ...(isClean && { restoredAt: undefined }) })
    } catch (error) {
      await meet(error)
    }
  }

  async function meet(cause: unknown): Promise<void> {
    lastError = cause
    const kind = failureKind(cause)
    if (kind === 'offline') return step(steps.loseConnection(state.draft))
    const id = objectID()
    if (kind === 'stale' && id) {
      const theirs = currentOf(cause) ?? (await calls.read(id).catch(() => undefined))
      return step(theirs ? steps.meetStale(state.draft, theirs) : steps.loseConnection(state.draft))
    }
    // An object that was not created may be sent again with different values, under another key.
    if (id === undefined) idempotencyKey = crypto.randomUUID()
    const problems = serverProblems(detailsOf(cause), objectType.metafields)
    const touched = new Set([...state.touched, ...problems.map(({ path }) => path)])
    const heldBack = state.isQuiet ? problems[0]?.path : undefined
    step(steps.refuse(state.draft, messageOf(cause)), { problems, touched, heldBack })
  }

  function outcome(): SaveResult {
    const { trouble, server } = state.draft
    if (trouble?.kind === 'conflict' || trouble?.kind === 'offline') return { kind: trouble.kind }
    if (trouble?.kind === 'refused') {
      return state.problems.length > 0
        ? { kind: 'invalid', problems: state.problems }
        : { kind: 'refused', error: lastError }
    }
    if (!server) return { kind: 'unchanged' }
    return { kind: 'saved', object: server, ...(publication && { publication }) }
  }

  function scheduleRetry(): void {
    clearTimeout(retryTimer)
    if (state.draft.trouble?.kind !== 'offline' || !isAttached) return
    retryTimer = setTimeout(retry, RETRY_EVERY)
  }

  function retry(): void {
    const { trouble } = state.draft
    if (trouble?.kind === 'offline') step(steps.save(state.draft, trouble.nextStatus))
  }

  /** Returns the problems for which the server would refuse a save. */
  function check(status: Status, draft = state.draft): Problem[] {
    const { values } = draft
    const problems = problemsOf(objectType.metafields, values, kindProblem)
    const isPublic = status === 'published' || values.publish_at !== null
    const changed = new Set(steps.changesOf(draft).map(fieldOf))
    // A field that a later change of its type made invalid does not block the other fields.
    const isSent = (path: Path) => !objectID() || path === 'title' || changed.has(fieldOf(path))
    return problems.filter(({ path, canWait }) => (canWait ? isPublic : isSent(path)))
  }

  const both = (clash: Clash): unknown => combine(clash, objectType.metafields) ?? clash.mine

  function objectID(): string | undefined {
    return state.draft.server?.id
  }

  function proceed(draft: Draft): Promise<SaveResult> {
    if (draft === state.draft) return Promise.resolve(outcome())
    if (!draft.attempt) {
      step(draft)
      return Promise.resolve(draft.trouble ? outcome() : { kind: 'unchanged' })
    }
    const { promise, resolve } = Promise.withResolvers<SaveResult>()
    waiting.push(resolve)
    step(draft)
    return promise
  }

  return {
    name: crypto.randomUUID(),
    bucketSlug: parts.bucketSlug,
    opened: parts.opened,
    objectType,
    kindProblem,
    problems: () => check('published'),
    hasMoved: () => hasMoved,
    move: () => {
      hasMoved = true
    },
    release: (isFree) => {
      isReleased = isFree
    },
    async moving(go) {
      isReleased = true
      try {
        await go()
      } finally {
        isReleased = false
      }
    },
    isReleased: () => isReleased,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    objectID,
    edit(path, value) {
      const problems = state.problems.filter((problem) => problem.path !== path)
      const isMended = problems.length < state.problems.length
      step(steps.edit(state.draft, path, value), isMended ? { problems } : {})
    },
    onFlush(flush) {
      flushes.add(flush)
      return () => void flushes.delete(flush)
    },
    async save(status, { isQuiet } = { isQuiet: false }) {
      for (const flush of flushes) flush()
      set({ isQuiet })
      const problems = check(status)
      if (problems.length > 0) {
        if (isQuiet) set({ heldBack: problems[0]?.path })
        else set({ touched: new Set([...state.touched, ...problems.map(({ path }) => path)]) })
        return { kind: 'invalid', problems }
      }
      const next = steps.save(state.draft, status)
      if (!isQuiet) startsRun = next.attempt === undefined
      return proceed(next)
    },
    choose: (paths, choice) => step(steps.choose(state.draft, paths, choice)),
    settle: (status) => proceed(steps.settle(state.draft, status, both)),
    receive: (object) => {
      const next = steps.receive(state.draft, object)
      if (next !== state.draft) step(next)
    },
    discard: () =>
      step(steps.discard(state.draft), { restoredAt: undefined, problems: [], touched: new Set() }),
    continueOffered() {
      const { offered, draft } = state
      if (!offered || draft.server || draft.attempt) return
      const typed = steps.isDirty(draft) && { ...steps.localChangesOf(draft), at: now() }
      const next = steps.restore(steps.discard(draft), offered.draft)
      const patch = { restoredAt: offered.draft.at, problems: [], touched: new Set<Path>() }
      step(next, { ...patch, offered: typed ? { key: offered.key, draft: typed } : undefined })
      // The draft is stored under its new key before the old key is removed.
      draftSaver.saveNow()
      keep(offered.key, typed || undefined)
    },
    offer(next) {
      if (next) keep(next.key, next.draft)
      else if (state.offered) keep(state.offered.key, undefined)
      set({ offered: next })
    },
    draftKey: () => parts.draftKey(objectID()),
    focus: (path) => set({ target: { path } }),
    retry,
    attach() {
      const controller = new AbortController()
      const { signal } = controller
      isAttached = true
      function note(): void {
        set({ isOnline: navigator.onLine })
        if (navigator.onLine) retry()
      }
      window.addEventListener('online', note, { signal })
      window.addEventListener('offline', note, { signal })
      // The last events that a page is sure to receive.
      document.addEventListener('visibilitychange', () => draftSaver.saveNow(), { signal })
      window.addEventListener('pagehide', () => draftSaver.saveNow(), { signal })
      scheduleRetry()
      return () => {
        isAttached = false
        clearTimeout(retryTimer)
        for (const flush of flushes) flush()
        draftSaver.saveNow()
        controller.abort()
      }
    },
  }
}
