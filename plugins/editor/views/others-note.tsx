import type { CmsObject } from '@typecase/contract/objects'
import { getObject } from '@typecase/contract/objects'
import { usePeople } from '@typecase/content/react/people'
import type { Ref } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { useEffect, useState } from 'react'
import { formatSecondsAgo } from '@typecase/content/words/age'

import { changesOf, isDirty } from '../draft/draft.ts'
import { fieldTitle } from '@typecase/content/object/server-problems'
import { changedPaths } from '../draft/units.ts'
import { valuesOf } from '@typecase/content/object/values'
import type { EditorSession } from '../session/editor-session.ts'
import { useSession, useSessionState } from '../use-session.tsx'
import { Note } from './notes.tsx'

/** A save of the open object by someone else. */
interface News {
  readonly rev: number
  readonly by: string | null
  readonly at: string
  readonly fields: readonly string[]
  /** The user changed some of these fields as well, so a save will ask which to keep. */
  readonly isClash: boolean
}

/** Takes in and announces what others do to the object. The event stream makes the cache read it again. */
export function OthersNote({ objectID }: { objectID: string }) {
  const session = useSession()
  const people = usePeople(session.bucketSlug)
  const [news, setNews] = useState<News>()
  const draftRev = useSessionState(({ draft }) => draft.rev)
  const hasConflict = useSessionState(({ draft }) => draft.trouble?.kind === 'conflict')
  const { data } = useApiQuery(
    getObject,
    { query: { slug: session.bucketSlug, object_id: objectID } },
    { refetchOnWindowFocus: () => !isDirty(session.get().draft) },
  )
  const me = useFacts((facts) => facts['session.userID'])
  const isByCommand = useLocalWrites()
  const [seen, setSeen] = useState<CmsObject>()
  // Compared before the session takes the object in, because afterwards it is no news.
  if (data && data.object !== seen) {
    setSeen(data.object)
    const isMine = data.object.modified_by === me && isByCommand
    if (!isMine) setNews(newsIn(session, data.object) ?? news)
  }
  // The session is outside React.
  useEffect(() => {
    if (data) session.receive(data.object)
  }, [session, data])
  // A later save settles it, and a conflict has its own notice.
  if (!news || hasConflict || (draftRev ?? 0) > news.rev) return null
  return (
    <Note
      icon="users"
      actions={
        <Button variant="quiet" onPress={() => setNews(undefined)}>
          Dismiss
        </Button>
      }
    >
      <Words news={news} who={people.name(news.by)} />
    </Note>
  )
}

/** Returns the news in an object, or undefined if the session knows them already, as after the user's own save. */
function newsIn(session: EditorSession, object: CmsObject): News | undefined {
  const { draft } = session.get()
  const { server, groups, attempt } = draft
  if (!server || attempt || object.rev <= server.rev) return undefined
  const paths = changedPaths(valuesOf(server), valuesOf(object), groups)
  if (paths.length === 0) return undefined
  const mine = new Set(changesOf(draft))
  return {
    rev: object.rev,
    by: object.modified_by,
    at: object.modified_at,
    fields: paths.map((path) => fieldTitle(session.objectType.metafields, path)),
    isClash: paths.some((path) => mine.has(path)),
  }
}

/** How long after a command ends its changes may take to be read again, in ms. */
const READ_WITHIN = 5_000

/** Whether a command of this tab is writing, or did so a moment ago. Its own changes are not news. */
function useLocalWrites(): boolean {
  const commands = useService(Commands)
  const [isWriting, setWriting] = useState(false)
  // Commands run outside React.
  useEffect(() => {
    let running = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const isWrite = ({ command }: Ref) => commands.get(command)?.isHarmless === false
    const stop = commands.observe({
      before(ref) {
        if (!isWrite(ref)) return
        running += 1
        clearTimeout(timer)
        setWriting(true)
      },
      after(ref) {
        if (!isWrite(ref)) return
        running -= 1
        clearTimeout(timer)
        if (running <= 0) timer = setTimeout(setWriting, READ_WITHIN, false)
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [commands])
  return isWriting
}

const TICK = 5_000
/** Number of fields listed by name. If there are more, only their number is shown. */
const MAX_FIELD_NAMES = 3

function Words({ news: { at, fields, isClash }, who }: { news: News; who: string }) {
  const [now, setNow] = useState(Date.now)
  // The clock is outside React.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  const what = fields.length > MAX_FIELD_NAMES ? `${fields.length} fields` : fields.join(', ')
  const elsewhere = who === 'You' ? ' elsewhere' : ''
  const end = isClash ? '. You changed it too: when you save, you choose which to keep.' : ''
  return `${who} saved ${what}${elsewhere} ${formatSecondsAgo(at, Math.max(now, Date.parse(at)))}${end}`
}
