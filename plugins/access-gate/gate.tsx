import { moduleOf } from '@typecase/plugin-sdk/module'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { type ReactNode, Suspense, use, useEffect, useState } from 'react'

import { hasPassed, mayPass } from './pass.ts'

const page = { id: 'The page of the access gate', load: () => import('./gate-page.tsx') }

/** Renders the app once the visitor may pass. */
export default function Gate({ children }: { children: ReactNode }) {
  const api = useService(Api)
  // A visitor who passed before does not wait for the response. If the code has changed since, the gate closes when
  // that is known.
  const [isOpen, setOpen] = useState<boolean | undefined>(() => hasPassed() || undefined)
  useEffect(() => {
    void mayPass(api).then(setOpen)
  }, [api])
  if (isOpen === undefined) return null
  if (isOpen) return children
  return (
    <Suspense>
      <LazyGatePage onPass={() => setOpen(true)} />
    </Suspense>
  )
}

/** Loaded on demand, because most visitors never see it. */
function LazyGatePage({ onPass }: { onPass: () => void }) {
  const { GatePage } = use(moduleOf(page, page.id))
  return <GatePage onPass={onPass} />
}
