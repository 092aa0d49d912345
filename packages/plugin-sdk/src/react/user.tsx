import type { User } from '@typecase/contract/users'
import type { ReactNode } from 'react'
import { createContext, use, useSyncExternalStore } from 'react'

import type { SessionService } from '../services.ts'

/** The signed-in user, for components. */
export interface CurrentUser {
  readonly isLoggedIn: boolean
  readonly loading: boolean
  readonly data: User | null
  readonly isStaff: boolean
  readonly session: SessionService
}

const SessionContext = createContext<SessionService | undefined>(undefined)

/** Gives everything below access to the session. */
export function UserProvider({
  session,
  children,
}: {
  session: SessionService
  children: ReactNode
}) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Returns the signed-in user and the session. @throws outside a `UserProvider` */
export function useUser(): CurrentUser {
  const session = use(SessionContext)
  if (!session) throw new Error('useUser must be used within a UserProvider')
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot)
  return { ...state, isStaff: state.data?.is_staff ?? false, session }
}
