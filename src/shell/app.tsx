import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, useRouterState } from '@tanstack/react-router'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { HostProvider } from '@typecase/plugin-sdk/react/host'
import { UserProvider } from '@typecase/plugin-sdk/react/user'
import { Queries, Session } from '@typecase/plugin-sdk/services'
import { Announcer } from '@typecase/ui/announcer'
import { PageProgress } from '@typecase/ui/page-progress'
import { Provider as AtomProvider, useAtomValue } from 'jotai/react'

import { PaletteMount } from '../palette/mount.tsx'
import { type Core, CoreProvider, useCore } from '../core/core.tsx'
import { questionsAtom } from '../core/dialogs.ts'
import { Gate } from './gate.tsx'
import { lazyPart } from '../core/lazy-part.tsx'
import { toastsAtom } from '../core/toast-controller.ts'
import type { Atoms } from '../kernel/store.ts'
import { PendingKeys } from './pending-keys.tsx'

// Loaded on demand: this code is not needed before there is a notification or a question.
const ToastRegion = lazyPart(
  async () => (await import('@typecase/ui/toast')).ToastRegion,
  'Notifications',
)
const ConfirmDialog = lazyPart(
  async () => (await import('./confirm-dialog.tsx')).ConfirmDialog,
  'The question',
)

/** The whole app: providers, the gates, the pages, and the overlays. */
export function App({ core, store }: { core: Core; store: Atoms }) {
  const { services } = core.host
  return (
    <AtomProvider store={store}>
      <CoreProvider value={core}>
        <HostProvider host={core.host.react}>
          <UserProvider session={services.get(Session)}>
            <QueryClientProvider client={services.get(Queries)}>
              <Progress />
              <Gate>
                <RouterProvider router={core.router} />
                <Slot isInline name="shell.overlays" props={{}} />
              </Gate>
              <Questions />
              <PaletteMount />
              <PendingKeys />
              <Notifications />
              <Announcer />
            </QueryClientProvider>
          </UserProvider>
        </HostProvider>
      </CoreProvider>
    </AtomProvider>
  )
}

function Questions() {
  const { toasts } = useCore()
  const [question] = useAtomValue(questionsAtom)
  if (!question) return null
  // A question that could not be shown counts as declined.
  function handleFailure(message: string) {
    question?.answer(false)
    toasts.show({ message, tone: 'error' })
  }
  return <ConfirmDialog key={question.id} question={question} isOpen onFailure={handleFailure} />
}

function Notifications() {
  const { toasts } = useCore()
  const queue = useAtomValue(toastsAtom)
  return queue ? <ToastRegion toasts={queue} onFailure={toasts.hide} /> : null
}

function Progress() {
  const { router } = useCore()
  const isPending = useRouterState({ router, select: ({ status }) => status === 'pending' })
  return <PageProgress isActive={isPending} />
}
