import { objectRoute } from '@typecase/content/routes'
import { getPreviewFrame } from '@typecase/contract/preview-sites'
import type { Bucket } from '@typecase/contract/buckets'
import type { CmsObject } from '@typecase/contract/objects'
import type { FieldSource, ToPage } from '@typecase/preview/protocol'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation, Palette, Storage } from '@typecase/plugin-sdk/services'
import { togglePreview } from '@typecase/content/commands'
import { FailureState } from '@typecase/ui/failure-state'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { fieldAt } from '../frame/field-values.ts'
import { type FormFollower, followForm } from '../frame/follow-form.ts'
import type { PageKey, PageMessage } from '../frame/messages.ts'
import { narrowShownKey, WIDE } from '../pane/preferences.ts'
import { type PreviewPage, previewPage, type ShownRevision } from '../pane/preview-page.ts'
import type { TypeSite } from '../pane/sites.ts'
import { PageBar } from './page-bar.tsx'
import { PageNotes } from './page-notes.tsx'
import type { PaneProps } from './preview-pane.tsx'
import styles from './preview.module.css'
import { Stage } from './stage.tsx'
import { useFieldFocus } from './use-field-focus.ts'
import { usePage } from './use-page.ts'
import { usePreviewWindow } from './use-preview-window.ts'

/** How long after a key of the dashboard the page may open a field without having the focus, in ms. */
const STEP_PATIENCE = 2_000

export interface SitePageProps extends PaneProps {
  bucket: Bucket
  host: { readonly id: string; readonly object: CmsObject }
  isRelated: boolean
  onRelated: (objectID: string) => void
  sites: readonly TypeSite[]
  site: TypeSite
  choose: (site: string) => void
  /** The earlier revision that the page shows. */
  revision: ShownRevision | undefined
  showRevision: (revision: ShownRevision | undefined) => void
  address: string
  /** Loads everything again. */
  onReload: () => void
}

/** Shows a page of a site with its bar, connected to the form. */
export function SitePage(props: SitePageProps) {
  const { bucketSlug, objectID, form, object, objectType } = props
  const { host, isRelated, onRelated, sites, site, choose, address, onReload } = props
  const { revision, showRevision } = props
  const focus = useService(Focus)
  const storage = useService(Storage)
  const palette = useService(Palette)
  const commands = useService(Commands)
  const { go } = useService(Navigation)
  const frame = useApiQuery(
    getPreviewFrame,
    { query: { slug: bucketSlug } },
    { staleTime: 3_600_000 },
  )
  const frameUrl = frame.data?.url
  const holderElement = useRef<HTMLIFrameElement>(null)
  const [embedded, setEmbedded] = useState<Window>()
  const separate = usePreviewWindow(frameUrl)
  const [wanted, setWanted] = useState<FieldSource>()
  const steppedAt = useRef(-Infinity)
  const follower = useRef<FormFollower>(undefined)
  const holder = separate.isOpen ? separate.holder : embedded

  const { page, post, fail } = usePage({
    bucketSlug,
    holder,
    address,
    onConnect: () => follower.current?.sendUnsaved(),
    onMessage: receive,
  })
  const send = (message: ToPage) => post.current?.post(message)

  const isStep = () => performance.now() - steppedAt.current < STEP_PATIENCE
  const returnFocus = useFieldFocus({ frame: holderElement, isExpected: isStep, onFail: fail })

  /** Whether a request of the page counts: only while the user is in it, or right after a step from here. */
  function isAsked(): boolean {
    if (isStep()) return true
    return separate.isOpen
      ? (separate.holder?.document.hasFocus() ?? false)
      : document.activeElement === holderElement.current
  }

  function receive(message: PageMessage): void {
    if (!isAsked()) return
    if (message.kind === 'open') open(message.source)
    else if (message.kind === 'key') press(message.key)
    else if (message.kind === 'labels-closed' && document.activeElement === holderElement.current)
      returnFocus()
  }

  function press(key: PageKey): void {
    if (key === 'Mod+k') return palette.open()
    if (key === 'Escape') return returnFocus()
    if (key === 'Alt+V') returnFocus()
    const commandOf = {
      'Alt+V': togglePreview.id,
      'Alt+E': 'preview.show-labels',
      'Alt+]': 'preview.next',
      'Alt+[': 'preview.previous',
    }
    void commands.run({ command: commandOf[key] }, { source: 'key' })
  }

  /** Shows the form in a narrow window, where the page covered it, and goes to a field. The page disappears. */
  function uncoverForm({ object: id, path }: FieldSource): void {
    storage.remove(narrowShownKey)
    if (id !== objectID || !form || !objectType) return
    const field = fieldAt(path, objectType.metafields)
    setTimeout(() => requestAnimationFrame(() => form.goTo(field)))
  }

  function open(source: FieldSource): void {
    if (!matchMedia(WIDE).matches) uncoverForm(source)
    else setWanted(source)
    if (source.object === objectID) return
    if (source.object !== host.id) onRelated(source.object)
    void go(objectRoute, { params: { bucketSlug, objectID: source.object } })
  }

  useEffect(() => {
    if (!wanted || !form || !objectType || object?.id !== wanted.object) return undefined
    // By then the form is laid out, even if the page had covered it.
    const request = requestAnimationFrame(() => {
      form.goTo(fieldAt(wanted.path, objectType.metafields))
      setWanted(undefined)
    })
    return () => cancelAnimationFrame(request)
  }, [wanted, form, object, objectType])

  const savedObject = useEffectEvent(() => object)
  const postFromForm = useEffectEvent(send)
  const openID = object?.id
  useEffect(() => {
    // The page of an earlier revision does not follow the form.
    if (!form || !objectType || openID === undefined || revision) return undefined
    const following = followForm({
      form,
      objectID: openID,
      fields: objectType.metafields,
      savedObject: () => savedObject(),
      post: (message) => postFromForm(message),
    })
    follower.current = following
    following.sendUnsaved()
    return () => {
      follower.current = undefined
      following.stop()
    }
  }, [form, objectType, openID, revision])

  const savedAt = object && `${object.id} ${object.modified_at} ${object.status}`
  const sentSave = useRef(savedAt)
  useEffect(() => {
    if (savedAt === undefined || openID === undefined || sentSave.current === savedAt) return
    const isOpened = !sentSave.current?.startsWith(openID)
    sentSave.current = savedAt
    if (isOpened) return
    post.current?.post({ kind: 'saved', objects: [openID] })
    follower.current?.sendUnsaved()
  }, [savedAt, openID, post])

  const isConnected = page.state === 'connected'
  useProvideFacts({
    'preview.hasPage': true,
    ...(isConnected && { 'preview.isConnected': true }),
    ...(isRelated && { 'preview.isRelated': true }),
    ...(revision && { 'preview.isRevision': true }),
    ...(separate.isOpen && { 'preview.isInWindow': true }),
  })
  const handle: PreviewPage = {
    address: () => page.url,
    editables: () => page.editables,
    sites: () => sites,
    objectID: () => host.id,
    showRevision,
    choose,
    reload: () => (isConnected ? send({ kind: 'reload' }) : onReload()),
    toggleWindow: separate.toggle,
    showLabels() {
      steppedAt.current = performance.now()
      if (!separate.isOpen) focus.moveTo(holderElement.current)
      send({ kind: 'labels', areVisible: true })
    },
    step(by) {
      steppedAt.current = performance.now()
      send({ kind: 'step', by })
    },
    open,
    goBack: () => void go(objectRoute, { params: { bucketSlug, objectID: host.id } }),
  }
  usePageHandle(previewPage, handle)

  if (frame.error)
    return (
      <FailureState title="The preview could not be loaded" onRetry={() => void frame.refetch()}>
        {frame.error.message}
      </FailureState>
    )
  return (
    <>
      <PageBar page={page} sites={sites} site={site} isInWindow={separate.isOpen} />
      <PageNotes
        page={page}
        host={host.object}
        isRelated={isRelated}
        revision={revision}
        problem={separate.problem}
      />
      {page.state === 'failed' ? (
        <FailureState title="The page could not be shown" onRetry={onReload}>
          {page.reason}
        </FailureState>
      ) : null}
      {frameUrl === undefined ? (
        <SkeletonLines label="preview" />
      ) : separate.isOpen ? (
        <p className={styles.elsewhere}>The preview is in a separate window.</p>
      ) : (
        <Stage isHidden={page.state === 'failed'} holder={embedded}>
          <iframe
            ref={holderElement}
            title={`Preview: ${site.name}`}
            src={frameUrl}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- this document has no scripts; the page within it has another origin
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
            className={styles.holder}
            onLoad={({ currentTarget }) => setEmbedded(currentTarget.contentWindow ?? undefined)}
          />
        </Stage>
      )}
    </>
  )
}
