import { objectRoute } from '@typecase/content/routes'
import type { ExtensionManifest } from '@typecase/contract/extension-manifest'
import { readBucket } from '@typecase/content/bucket'
import { getExtensionValues, updateExtensionValues } from '@typecase/contract/extensions'
import { listMedia } from '@typecase/contract/media'
import { getObject, listObjects } from '@typecase/contract/objects'
import { refTo } from '@typecase/plugin-sdk/command'
import { Api, Commands, Navigation, Toasts } from '@typecase/plugin-sdk/services'
import type { EditorForm } from '@typecase/content/slots'
import type { Services } from '@typecase/plugin-sdk/token'
import { applyUpdates } from '../commands/updates.ts'
import { scopeOfUpdates } from '../commands/updates-runs.ts'
import { FrameError } from './connect-frame.ts'
import { isMethod, type Method, type ParamsOf, readParams } from './messages.ts'
import { missingPermission } from './permissions.ts'

/** Default number of rows in a list. */
const PAGE = 100

/** Minimum time, in milliseconds, between two calls of the same kind that draw the user's attention. */
const PACE = 1_000
const paced: readonly Method[] = ['notify', 'objects.open', 'objects.propose', 'editor.goTo']

export interface BrokerParts {
  readonly services: Services
  readonly manifest: ExtensionManifest
  readonly bucket: string
  /** The form of the open object, in a panel. */
  readonly form?: Pick<EditorForm, 'edit' | 'goTo'>
  /** Calls that only a visible frame can make. */
  resize?(height: number): void
  press?(key: ParamsOf<'key'>['key']): void
  onStart?(): void
}

type Methods = {
  readonly [M in Method]: (params: ParamsOf<M>, signal: AbortSignal) => unknown
}

/**
 * Creates the function that answers calls of an extension. A call needs a permission that the user agreed to and that
 * the user has. The session never reaches the frame: calls are sent from here on behalf of the extension, and the
 * server checks both again.
 */
export function createBroker(parts: BrokerParts) {
  const { services, manifest, bucket: slug, form } = parts
  const api = services.get(Api)
  const extension = manifest.id
  const lastAt = new Map<Method, number>()
  let isProposing = false
  const as = (signal: AbortSignal) => ({ signal, extension })

  const asQuery = ({ query, ...rest }: ParamsOf<'objects.list'>) => ({
    slug,
    limit: PAGE,
    ...rest,
    ...(query && { query: JSON.stringify(query) }),
  })

  const methods: Methods = {
    async 'objects.list'(params, signal) {
      const answer = await api.call(listObjects, { query: asQuery(params) }, as(signal))
      return { objects: answer.objects.map(({ object }) => object), total: answer.total }
    },
    async 'objects.get'({ object_id }, signal) {
      const query = { slug, object_id }
      return (await api.call(getObject, { query }, as(signal))).object
    },
    async 'objects.propose'({ title, updates }) {
      if (isProposing) throw new FrameError('limited', 'Another proposal is open.')
      isProposing = true
      const args = { extension, title, updates, scope: scopeOfUpdates(updates) }
      const outcome = await services
        .get(Commands)
        .run(refTo(applyUpdates, args), { source: 'extension' })
        .finally(() => (isProposing = false))
      // If there is an undo, changes were applied.
      return outcome?.undo !== undefined
    },
    async 'objects.open'({ object_id }) {
      await services
        .get(Navigation)
        .go(objectRoute, { params: { bucketSlug: slug, objectID: object_id } })
    },
    async 'objectTypes.list'() {
      return (await readBucket(services, slug)).object_types
    },
    async 'media.list'(params, signal) {
      const { media, total } = await api.call(listMedia, { query: asQuery(params) }, as(signal))
      return { media, total }
    },
    'editor.setValue': ({ path, value }) => openForm().edit(path, value),
    'editor.goTo': ({ path }) => openForm().goTo(path),
    async 'values.get'(_params, signal) {
      const query = { slug, extension_id: extension }
      return (await api.call(getExtensionValues, { query }, as(signal))).values
    },
    async 'values.set'({ values: data }, signal) {
      const body = { slug, extension_id: extension, data }
      await api.call(updateExtensionValues, { body }, as(signal))
    },
    notify({ message, tone }) {
      services.get(Toasts).show({ message: `${manifest.title}: ${message}`, tone })
    },
    resize: ({ height }) => parts.resize?.(height),
    key: ({ key }) => parts.press?.(key),
    started: () => parts.onStart?.(),
  }

  function openForm(): Pick<EditorForm, 'edit' | 'goTo'> {
    if (!form) throw new FrameError('refused', 'No object is open.')
    return form
  }

  /** Answers a call. @throws FrameError, ApiError: the frame receives their codes and messages */
  return async function answer(
    method: string,
    params: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (!isMethod(method)) throw new FrameError('refused', `There is no call “${method}”.`)
    const permission = missingPermission(method, manifest)
    if (permission)
      throw new FrameError('forbidden', `The manifest does not request ${permission}.`)
    const read = readParams(method, params)
    if (typeof read === 'string') throw new FrameError('invalid', `${method}: ${read}`)
    const now = performance.now()
    if (paced.includes(method) && now - (lastAt.get(method) ?? -PACE) < PACE)
      throw new FrameError('limited', `${method} can be called once a second.`)
    lastAt.set(method, now)
    // `read.params` has the type that the table of methods declares for this method.
    const carryOut = methods[method] as (params: unknown, signal: AbortSignal) => unknown
    return (await carryOut(read.params, signal)) ?? null
  }
}
