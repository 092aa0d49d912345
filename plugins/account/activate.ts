import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Commands, FactStore, Session, Theme } from '@typecase/plugin-sdk/services'

/** Publishes the facts that commands depend on, and applies the theme of the profile in a browser without one. */
export function activate({ services }: ActivateContext): () => void {
  const session = services.get(Session)
  const facts = services.get(FactStore)
  let currentUserId: string | undefined

  function follow(): void {
    const { data: user } = session.getSnapshot()
    facts.set({
      'account.hasTwoStep': user?.two_factor || undefined,
      'account.hasNewEmail': user?.pending_email !== undefined || undefined,
    })
    if (user?.id === currentUserId) return
    currentUserId = user?.id
    if (!user?.theme || services.get(Theme).isChosen()) return
    void services.get(Commands).run({ command: 'shell.set-theme', args: { theme: user.theme } })
  }

  follow()
  return session.subscribe(follow)
}
