import { useQuery } from '@tanstack/react-query'
import { bucketQuery } from '@typecase/content/bucket'
import { deleteObjects, publishObjects } from '@typecase/content/commands'
import { openObject } from '@typecase/content/object/open-object'
import { openObjectOf } from '../commands/save-open.ts'
import { reviewQueue } from '@typecase/content/review-queue'
import type { Ref } from '@typecase/plugin-sdk/command'
import { useBucketSetting } from '@typecase/plugin-sdk/react/bucket-settings'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useProvideFacts, useFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, FactStore, Navigation, Toasts } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { SplitLayout } from '@typecase/ui/split-layout'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'
import { useEffect, useMemo } from 'react'

import { mayWriteType } from '@typecase/content/object/writable-types'
import { SideLocaleProvider, FormTop, useSideLocale } from '../side-locale.tsx'
import { isDirty } from '../draft/draft.ts'
import { FieldList } from '../fields/field-list.tsx'
import { keepOpened } from '@typecase/content/object/list-context'
import { objectRoute } from '../routes.ts'
import { saveDraft } from '../commands/save.ts'
import { AUTOSAVE, autosave, isAutosaveOn } from '../session/autosave.ts'
import { editorPage } from '../session/editor-page.ts'
import { type EditorSession, isOffering } from '../session/editor-session.ts'
import { resumeDraft } from '../session/open-editor.ts'
import { SessionProvider, useSession, useSessionState } from '../use-session.tsx'
import { ConflictView } from './conflict-view.tsx'
import { EditorBar, ZenState } from './editor-bar.tsx'
import styles from './editor.module.css'
import { EditorInspector } from './editor-inspector.tsx'
import { OfferNote, RefusedNote, RestoredNote } from './notes.tsx'
import { OthersNote } from './others-note.tsx'
import { ContentField, SlugField, TitleField } from './object-fields.tsx'
import { ProblemsNote } from './problems-note.tsx'
import { useNeighbours, useReviewQueue } from './use-neighbours.tsx'

/** Shows the editor of one session. */
export function EditorPage({ session, objectID }: { session: EditorSession; objectID: string }) {
  return (
    <SessionProvider session={session}>
      <ConnectedEditor objectID={objectID} />
      <Facts />
      <SideLocaleProvider>
        <Layout />
      </SideLocaleProvider>
    </SessionProvider>
  )
}

function Layout() {
  const { objectType } = useSession()
  const isZen = useFacts((facts) => facts.zen ?? false)
  const savedID = useSessionState(({ draft }) => draft.server?.id)
  const sideLocale = useSideLocale()
  return (
    <SplitLayout inspector={isZen ? null : <EditorInspector />}>
      <div className={styles.document} data-zen={isZen || undefined} data-side-locale={sideLocale}>
        {isZen ? <ZenState /> : <EditorBar />}
        {savedID ? <OthersNote objectID={savedID} /> : null}
        <OfferNote />
        <RestoredNote />
        <RefusedNote />
        <ProblemsNote />
        <ConflictView />
        <FormTop />
        <div className={styles.head}>
          <Heading />
          <TitleField />
          {objectType.options.slug_field ? <SlugField /> : null}
        </div>
        {objectType.options.content_editor ? <ContentField /> : null}
        <FieldList fields={objectType.metafields} prefix="metadata" />
      </div>
    </SplitLayout>
  )
}

/** The heading of the page. Sighted users see the field of the title instead. */
function Heading() {
  const title = useSessionState(({ draft }) => draft.values.title.trim())
  return <VisuallyHidden elementType="h1">{title || 'New object'}</VisuallyHidden>
}

/** Connects the session to its surroundings: browser, URL, cache. */
function ConnectedEditor({ objectID }: { objectID: string }) {
  const session = useSession()
  const navigation = useService(Navigation)
  const commands = useService(Commands)
  const services = useServices()
  const savedID = useSessionState(({ draft }) => draft.server?.id)
  const hasEnded = useFacts((facts) => facts['session.hasEnded'] ?? false)

  // Listens to the network and to the end of the page while the editor is on screen.
  useEffect(() => session.attach(), [session])
  usePageHandle(editorPage, session)
  usePageHandle(
    openObject,
    useMemo(() => openObjectOf(session), [session]),
  )
  // Publishing must work offline, when its code could not be fetched.
  useEffect(() => commands.preload(publishObjects), [commands])
  usePageHandle(reviewQueue, useReviewQueue())
  useEffect(
    () =>
      navigation.guard(() =>
        isDirty(session.get().draft) && !session.isReleased() && !session.get().canKeep
          ? 'The object has unsaved changes, and this browser cannot keep them.'
          : undefined,
      ),
    [navigation, session],
  )

  useEffect(() => {
    if (savedID) keepOpened(savedID)
  }, [savedID])

  // By then, the next page is on screen.
  useEffect(() => () => announceDraft(session, services), [session, services])

  // Deleting the object does not ask about its unsaved changes, which stay stored in the browser.
  useEffect(
    () =>
      commands.observe({
        before: (ref) => isDeleting(ref, session.objectID()) && session.release(true),
        after: (_ref, outcome) => (!outcome || outcome.failures?.length) && session.release(false),
      }),
    [commands, session],
  )

  // A save that waits for a session is sent after the user has signed in again.
  useEffect(() => {
    if (!hasEnded) session.retry()
  }, [session, hasEnded])

  const { value: choice, isPending } = useBucketSetting(session.bucketSlug, AUTOSAVE)
  const { data } = useQuery(bucketQuery(services, session.bucketSlug))
  const { isEnabled: maySave } = useCommand(saveDraft)
  const isAutosaved = maySave && !isPending && isAutosaveOn(choice, data?.bucket)
  // Autosave runs on timers outside React.
  useEffect(() => (isAutosaved ? autosave(session) : undefined), [session, isAutosaved])

  // A new object moves to its own URL with its first save, without a question about unsaved changes.
  useEffect(() => {
    if (objectID === 'new' && savedID) {
      void session.moving(() =>
        navigation.go(objectRoute, { params: { objectID: savedID }, isReplace: true }),
      )
    } else if (savedID && objectID === savedID) session.move()
  }, [session, navigation, objectID, savedID])

  return null
}

/** Announces that unsaved changes are stored, after the user has left the page. */
function announceDraft(session: EditorSession, services: Services): void {
  const { draft } = session.get()
  const isSignedIn = services.get(FactStore).get()['session.isLoggedIn'] === true
  if (!isDirty(draft) || session.isReleased() || !session.get().canKeep || !isSignedIn) return
  const { bucketSlug, opened } = session
  const id = session.objectID()
  const key = session.draftKey()
  const address = {
    params: { bucketSlug, objectID: id ?? 'new' },
    search: id === undefined ? { type: opened.type, locale: opened.locale } : {},
  }
  services.get(Toasts).show({
    message: `What you typed in “${draft.values.title.trim() || 'Untitled'}” is kept in this browser.`,
    action: {
      label: 'Go back',
      run() {
        resumeDraft(key)
        void services.get(Navigation).go(objectRoute, address)
      },
    },
  })
}

/** Whether a command that is about to run deletes the object. */
function isDeleting({ command, args }: Ref, objectID: string | undefined): boolean {
  return (
    command === deleteObjects.id &&
    objectID !== undefined &&
    JSON.stringify(args ?? {}).includes(objectID)
  )
}

function Facts() {
  const hasChanges = useSessionState(({ draft }) => isDirty(draft))
  const hasConflict = useSessionState(({ draft }) => draft.trouble?.kind === 'conflict')
  const hasOffer = useSessionState(isOffering)
  const title = useSessionState(({ draft }) => draft.values.title.trim())
  const { objectType, objectID } = useSession()
  const me = useFacts((facts) => facts['session.userID'])
  const maker = useSessionState(({ draft }) => draft.server?.created_by)
  const isOtherType = useFacts((facts) => !mayWriteType(facts, objectType.slug))
  const neighbours = useNeighbours()
  useProvideFacts({
    'editor.isEditing': true,
    'editor.openTitle': title || `New ${objectType.singular || objectType.title}`,
    ...(hasChanges && { 'editor.isDirty': true }),
    ...(me && objectID() !== undefined && maker !== me && { 'editor.isOthers': true }),
    ...(isOtherType && { 'editor.isOtherType': true }),
    ...(hasConflict && { 'editor.hasConflict': true }),
    ...(hasOffer && { 'editor.hasOffer': true }),
    ...(neighbours?.next && { 'editor.hasNext': true }),
    ...(neighbours?.previous && { 'editor.hasPrevious': true }),
  })
  return null
}
