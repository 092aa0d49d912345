import { listBuckets } from '@typecase/contract/buckets'
import type { ApiService } from '@typecase/plugin-sdk/services'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { LRUCache } from 'lru-cache'

import { createApi } from '../../../src/api/client.ts'
import { API_ORIGIN, type Kernel, type LoadPlugins, openKernel } from './kernel.ts'

/** Kernels that wait for the next request of their assistant. */
const MAX_KERNELS = 50
const KERNEL_LIFETIME_MS = 120_000

/** What sessions have in common. */
export interface SessionParts {
  readonly loadPlugins: LoadPlugins
  /** Reaches the API; the address of its requests begins with `API_ORIGIN`. */
  readonly fetch: typeof fetch
  /** Address of the dashboard, for links. */
  readonly publicUrl: string
}

/** One assistant with a token: what its tools work with. */
export interface Session {
  readonly call: ApiService['call']
  readonly publicUrl: string
  /** The slug of a bucket; of the one that the assistant was connected to by default. @throws Refusal */
  slugOf(bucket: string | undefined): Promise<string>
  /** The kernel of that bucket. @throws Refusal */
  open(bucket: string | undefined): Promise<Kernel>
  /** The buckets that the token opens. */
  buckets(): Promise<
    readonly { readonly slug: string; readonly title: string; readonly project: string }[]
  >
}

/** Opens sessions. Kernels are kept for a while: loading the plugins for each request would take longer than the work. */
export function createSessions(parts: SessionParts) {
  const kernels = new LRUCache<string, Promise<Kernel>>({
    max: MAX_KERNELS,
    ttl: KERNEL_LIFETIME_MS,
    dispose: (kernel) => void kernel.then(({ close }) => close()).catch(() => undefined),
  })

  async function kernelOf(token: string, bucketSlug: string): Promise<Kernel> {
    const key = `${token} ${bucketSlug}`
    const open = kernels.get(key)
    if (open) {
      const kernel = await open
      await kernel.enter()
      return kernel
    }
    const opening = openKernel({ ...parts, token, bucketSlug })
    kernels.set(key, opening)
    opening.catch(() => kernels.delete(key))
    return opening
  }

  return (token: string, defaultBucket?: string): Session => {
    const { call } = createApi({
      baseUrl: API_ORIGIN,
      token: () => token,
      onUnauthenticated: () => undefined,
      fetch: parts.fetch,
    })
    const session: Session = {
      call,
      publicUrl: parts.publicUrl,
      open: async (bucket) => kernelOf(token, await session.slugOf(bucket)),
      async slugOf(bucket = defaultBucket) {
        if (bucket !== undefined) return bucket
        const [only, ...others] = await session.buckets()
        if (only && others.length === 0) return only.slug
        throw new Refusal(
          only
            ? `Say which bucket: ${[only, ...others].map(({ slug }) => slug).join(', ')}.`
            : 'This token opens no bucket.',
        )
      },
      async buckets() {
        const { buckets } = await call(listBuckets, {})
        return buckets.map(({ slug, title, project_title: project }) => ({ slug, title, project }))
      },
    }
    return session
  }
}
