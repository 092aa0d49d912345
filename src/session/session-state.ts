import type { User } from '@typecase/contract/users'
import type { SessionState } from '@typecase/plugin-sdk/services'
import { atom } from 'jotai/vanilla'

/** The transitions of specification section 4. */
export type SessionAction =
  | { readonly type: 'SAVE_USER'; readonly user: User }
  | { readonly type: 'LOGOUT' }
  | { readonly type: 'SESSION_ENDED' }
  | { readonly type: 'LOADING_TRUE' }
  | { readonly type: 'LOADING_FALSE' }
  | { readonly type: 'USER_WELCOMED' }

export const loggedOut: SessionState = { isLoggedIn: false, loading: false, data: null }

/** Applies an action to the session. @returns the same state when the action changes nothing */
export function reduceSession(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case 'SAVE_USER':
      return { isLoggedIn: true, loading: state.loading, data: action.user }
    case 'LOGOUT':
      return { isLoggedIn: false, loading: state.loading, data: null }
    case 'SESSION_ENDED':
      return { ...state, hasEnded: true }
    case 'LOADING_TRUE':
      return state.loading ? state : { ...state, loading: true }
    case 'LOADING_FALSE':
      return state.loading ? { ...state, loading: false } : state
    default:
      return state.data?.first_login
        ? { ...state, data: { ...state.data, first_login: false, welcomed: true } }
        : state
  }
}

const stateAtom = atom(loggedOut)

/** The signed-in user. Read the atom, or send it an action. */
export const sessionAtom = atom(
  (get) => get(stateAtom),
  (get, set, action: SessionAction) => set(stateAtom, reduceSession(get(stateAtom), action)),
)
