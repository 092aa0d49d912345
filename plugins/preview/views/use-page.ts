import { addPreviewToken } from '@typecase/contract/preview-tokens'
import type { Editable, PreviewAccess } from '@typecase/preview/protocol'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api, Schemas } from '@typecase/plugin-sdk/services'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { connectPage, type PageConnection } from '../frame/connect-page.ts'
import { loadInFrame } from '../frame/holder.ts'
import type { PageMessage } from '../frame/messages.ts'

/** How long a page may take to load, and then to send its greeting, in ms. */
const LOAD_PATIENCE = 10_000
const GREETING_PATIENCE = 3_000

export interface PageState {
  /** `silent` means that it has loaded, but has no script that connects. */
  readonly state: 'loading' | 'silent' | 'connected' | 'failed'
  readonly reason?: string
  readonly url: string
  readonly title: string
  readonly editables: readonly Editable[]
}

export interface PageOptions {
  readonly bucketSlug: string
  /** The document around the frame; undefined until it has loaded. */
  readonly holder: Window | undefined
  readonly address: string
  /** Returns the token for the page. By default, one for all drafts of the bucket. */
  access?(): Promise<PreviewAccess>
  onConnect(): void
  onMessage(message: PageMessage): void
}

/** Loads a page into its frame and keeps the connection to it. */
export function usePage({ bucketSlug, holder, address, ...handlers }: PageOptions) {
  const api = useService(Api)
  const schemas = useService(Schemas)
  const connection = useRef<PageConnection>(undefined)
  const start = { state: 'loading', url: address, title: '', editables: [] } as const
  const [page, setPage] = useState<PageState>(start)
  const onConnect = useEffectEvent(handlers.onConnect)
  const onMessage = useEffectEvent(handlers.onMessage)
  const limitedAccess = useEffectEvent(async () => handlers.access?.())

  useEffect(() => {
    if (!holder) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCurrent = true
    const change = (part: Partial<PageState>) => {
      if (isCurrent) setPage((former) => ({ ...former, ...part }))
    }
    const fail = (reason: string) => change({ state: 'failed', reason })
    const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src')
        fail('The page led to an address that is not one of the preview sites.')
    }
    async function access(): Promise<PreviewAccess> {
      const guestAccess = await limitedAccess()
      if (guestAccess) return guestAccess
      const answer = await api.call(addPreviewToken, { body: { slug: bucketSlug } })
      return {
        bucket: bucketSlug,
        token: answer.token,
        expiresAt: Date.parse(answer.expires_at),
      }
    }
    async function load(in_: Window): Promise<void> {
      await schemas.ready()
      if (!isCurrent) return
      change({ state: 'loading', url: address, title: '', editables: [] })
      in_.document.addEventListener('securitypolicyviolation', onViolation)
      timer = setTimeout(() => fail('The page did not load in 10 seconds.'), LOAD_PATIENCE)
      loadInFrame(in_, address, (frame) => {
        const onLoad = () => {
          clearTimeout(timer)
          timer = setTimeout(() => change({ state: 'silent' }), GREETING_PATIENCE)
        }
        frame.addEventListener('load', onLoad)
        connection.current = connectPage({
          holder: in_,
          frame,
          origin: new URL(address).origin,
          access,
          onFail: fail,
          onConnect() {
            clearTimeout(timer)
            frame.removeEventListener('load', onLoad)
            change({ state: 'connected' })
            onConnect()
          },
          onMessage(message) {
            if (message.kind === 'page') {
              const { url, title, editables } = message
              change({ url, title, editables })
            } else onMessage(message)
          },
        })
      })
    }
    load(holder).catch((reason: Error) => fail(reason.message))
    return () => {
      isCurrent = false
      clearTimeout(timer)
      holder.document?.removeEventListener('securitypolicyviolation', onViolation)
      connection.current?.close()
      connection.current = undefined
    }
  }, [api, schemas, bucketSlug, holder, address])

  function fail(reason: string): void {
    connection.current?.close()
    setPage((former) => ({ ...former, state: 'failed', reason }))
  }
  return { page, post: connection, fail }
}
