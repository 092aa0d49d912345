import { refTo } from '@typecase/plugin-sdk/command'
import { Focus } from '@typecase/plugin-sdk/focus'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { listPage } from '@typecase/plugin-sdk/list-page'
import { useFacts, useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import type { FilterBarHandle } from '@typecase/content/react/filter-bar'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useSelection } from '@typecase/plugin-sdk/react/selection'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Announcer, Commands, Files, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog } from '@typecase/ui/dialog'
import { EmptyState } from '@typecase/ui/empty-state'
import { PageHeader } from '@typecase/ui/page'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { useRef, useState } from 'react'
import { formatNumber } from '@typecase/ui/format'

import { copyUrl, downloadMedia, replaceFile, setFocalPoint } from '../commands/browse.ts'
import { moveMedia } from '../commands/bulk.ts'
import { uploadFiles } from '../commands/upload.ts'
import { mediaPage } from '../list/media-page.ts'
import { mediaQuery, type MediaSearch } from '../list/media-query.ts'
import { isViewable, nameOf, urlAtWidth } from '../list/media-words.ts'
import { mediaRoute } from '../routes.ts'
import { FocalPointDialog } from './focal-point-dialog.tsx'
import { MEDIA } from './folder-tree.tsx'
import { MediaBrowser, useMediaBrowser } from './media-browser.tsx'
import { MediaDetails } from './media-details.tsx'
import { MediaFilter } from './media-filter.tsx'
import { MediaSelectionBar } from './media-selection-bar.tsx'
import styles from './media.module.css'
import { UploadList } from './upload-list.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useMediaSelection } from './use-media-selection.ts'

/** Shows the files of a bucket. */
export default function MediaListPage() {
  const { bucketSlug } = useRouteParams(mediaRoute)
  const search = useRouteSearch(mediaRoute)
  const { go } = useService(Navigation)
  const focus = useService(Focus)
  const commands = useService(Commands)
  const announcer = useService(Announcer)
  const { set } = useSelection('media')
  const browser = useMediaBrowser(bucketSlug, search)
  const { list, current, grid, altText } = browser
  const { view = 'grid' } = search
  const [isLarge, setLarge] = useState(false)
  const [isFocusing, setFocusing] = useState(false)
  const filters = useRef<FilterBarHandle>(null)
  const selection = useMediaSelection(list.total)
  const files = useService(Files)
  const mayWrite = useFacts((facts) => facts.can?.has('media:write') ?? false)
  const upload = (droppedFiles: readonly File[], target: { folder?: string }) => {
    const args = { files: droppedFiles.map((file) => files.keep(file)), ...target }
    void commands.run(refTo(uploadFiles, args), { source: 'button' })
  }
  const isDropping = useFileDrop((files) => upload(files, folderOf(search)))

  /** Moves the dragged media or, if it is selected, the whole selection, which is the command's default scope. */
  function moveInto(folder: string, id: string) {
    const scope = { kind: 'ids', ids: [id] } as const
    const args = selection.isSelected(id) ? { folder } : { folder, scope }
    void commands.run(refTo(moveMedia, args), { source: 'button' })
  }

  const change = (patch: Partial<MediaSearch>) =>
    void go(mediaRoute, { search: { ...search, ...patch }, isReplace: true })
  const query = mediaQuery(search)

  usePageHandle(mediaPage, {
    current: () => current,
    selectAll() {
      // Bulk calls filter unused media by a parameter that a selection cannot hold.
      if (search.only === 'unused') return announcer.say('Select unused files one by one.')
      if (list.total === 0) return
      set(list.first.data?.media.map(({ id }) => id) ?? [], {
        query,
        total: list.total,
      })
      announcer.say(`Selected all ${formatNumber(list.total)} that match.`)
    },
    focusSearch: () => filters.current?.focusLine(),
    addFilter: () => filters.current?.addFilter(),
    toggleView: () => change({ view: view === 'grid' ? 'list' : 'grid' }),
    showLarge: () => setLarge(current !== undefined && isViewable(current)),
    setFocalPoint: () => setFocusing(current !== undefined && isViewable(current)),
  })

  usePageHandle(listPage, {
    move: (by) => grid.current?.move(by),
    toggle: () => grid.current?.toggle(),
  })
  useProvideFacts({ 'list.rowCount': list.total || undefined, 'media.row': current?.id })

  const { data } = list.first
  const isFiltered =
    Object.keys(query).length > 0 || search.only !== undefined || search.skip !== undefined
  const uploadButton = (
    <Button
      variant="primary"
      kbd="u"
      onPress={() => void commands.run(refTo(uploadFiles, folderOf(search)), { source: 'button' })}
    >
      Upload files
    </Button>
  )
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageHeader title="Media" detail={data?.total}>
          <SegmentedControl
            aria-label="View"
            segments={[
              { id: 'grid', label: 'Grid', icon: 'layout-grid', isIconOnly: true },
              { id: 'list', label: 'List', icon: 'list', isIconOnly: true },
            ]}
            value={view}
            onChange={(next) => change({ view: next })}
          />
          {uploadButton}
        </PageHeader>
      </div>
      <MediaBrowser
        browser={browser}
        isDropping={isDropping}
        view={view}
        onFolderDrop={(folder, { text, files }) => {
          if (text !== undefined) moveInto(folder, text)
          if (files.length > 0) upload(files, folder === '' ? {} : { folder })
        }}
        above={
          <>
            <MediaFilter {...{ bucketSlug, search }} handle={filters} onChange={change} />
            <UploadList bucketSlug={bucketSlug} view={view} />
          </>
        }
        empty={
          <EmptyState
            title={isFiltered ? 'No media match' : 'No media yet'}
            icon="image"
            action={isFiltered ? undefined : uploadButton}
          >
            {isFiltered
              ? 'Search for something else, or show all kinds.'
              : 'Images, videos and documents that objects use. Drop files here, or paste an image.'}
          </EmptyState>
        }
        onOpen={() => focus.moveTo(altText.current)}
        selection={selection}
        onSpace={() => setLarge(current !== undefined && isViewable(current))}
        onDrag={
          mayWrite
            ? ({ id }, data) => {
                data.setData(MEDIA, id)
                data.effectAllowed = 'move'
              }
            : undefined
        }
        below={<MediaSelectionBar total={list.total} />}
        details={
          current ? (
            <MediaDetails
              key={current.id}
              bucketSlug={bucketSlug}
              media={current}
              altText={altText}
            >
              <div className={styles.actions}>
                <CommandButton command={copyUrl}>Copy URL</CommandButton>
                <CommandButton command={downloadMedia}>Download</CommandButton>
                {isViewable(current) ? (
                  <CommandButton command={setFocalPoint}>Focal point</CommandButton>
                ) : null}
                <CommandButton command={replaceFile}>Replace file…</CommandButton>
              </div>
            </MediaDetails>
          ) : null
        }
      />
      {current && isFocusing ? (
        <FocalPointDialog
          bucketSlug={bucketSlug}
          media={current}
          onClose={() => setFocusing(false)}
        />
      ) : null}
      {current ? (
        <Dialog
          title={nameOf(current)}
          size="large"
          isDismissable
          isOpen={isLarge}
          onOpenChange={setLarge}
        >
          <img
            src={urlAtWidth(current, 1600)}
            alt={current.alt_text || nameOf(current)}
            className={styles.large}
          />
        </Dialog>
      ) : null}
    </div>
  )
}

const folderOf = ({ folder }: MediaSearch) => (folder ? { folder } : {})
