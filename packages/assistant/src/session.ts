import { listBuckets } from '@typecase/contract/buckets'
import type { ApiService } from '@typecase/plugin-sdk/services'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { LRUCache } from 'lru-cache'

import { createApi } from '../../../src/api/client.ts'
import { API_ORIGIN, type Kernel, type LoadPlugins, openKernel } from './kernel.ts'

/** Maximum number of kernels that stay open for further requests of their assistants. */
const MAX_KERNELS = 50
const KERNEL_LIFETIME_MS = 120_000

/** What all sessions share. */
export interface SessionParts {
  readonly loadPlugins: LoadPlugins
  /** Reaches the API; URLs of requests start with `API_ORIGIN`. */
  readonly fetch: typeof fetch
  /** Address of the dashboard, for links. */
  readonly publicUrl: string
}

/** The session of one assistant with a token, which its tools use. */
export interface Session {
  readonly call: ApiService['call']
  readonly publicUrl: string
  /** Returns the slug of a bucket; by default that of the bucket that the assistant is connected to. @throws Refusal */
  slugOf(bucket: string | undefined): Promise<string>
  /** Opens the kernel of a bucket. @throws Refusal */
  open(bucket: string | undefined): Promise<Kernel>
  /** Lists the buckets that the token opens. */
  buckets(): Promise<
    readonly { readonly slug: string; readonly title: string; readonly project: string }[]
  >
}

/** Opens sessions. Kernels stay open for a while, since loading the plugins takes longer than most requests. */
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
