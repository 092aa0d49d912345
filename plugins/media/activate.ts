import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Commands, Session, Storage } from '@typecase/plugin-sdk/services'

import { UPLOADS_KEY } from './uploads/resume.ts'

const RESUME = 'media.resume-uploads'

/** Continues interrupted uploads after a reload, when their account is signed in. Without any, no code is loaded. */
export function activate({ services }: ActivateContext): () => void {
  const [session, commands] = [services.get(Session), services.get(Commands)]
  let resumed: string | undefined
  function resume(): void {
    const account = session.getSnapshot().data?.id
    if (account === resumed || services.get(Storage).get(UPLOADS_KEY) !== true) return
    // Commands are registered after the first page.
    if (account === undefined || !commands.get(RESUME)) return
    resumed = account
    void commands.run({ command: RESUME })
  }
  const stops = [session.subscribe(resume), commands.subscribe(resume)]
  resume()
  return () => stops.forEach((stop) => stop())
}
