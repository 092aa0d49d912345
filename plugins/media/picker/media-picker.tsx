import { type MediaPickerProps, type PickedMedia } from '@typecase/content/media-picker'
import { useMediaByName } from '@typecase/content/react/media-picker'
import { acceptOf, useMediaUpload } from '@typecase/content/react/media-upload'
import type { ManagedMedia } from '@typecase/contract/media'
import type { PictureUse } from '@typecase/contract/picture-use'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Announcer } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Chip } from '@typecase/ui/chip'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { EmptyState } from '@typecase/ui/empty-state'
import { Kbd } from '@typecase/ui/kbd'
import { altLetter, isAltLetter, isComposing } from '@typecase/ui/keyboard'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { formatCount } from '@typecase/ui/count'

import { mediaKinds, type MediaSearch } from '../list/media-query.ts'
import { canBeCropped, nameOf } from '../list/media-words.ts'
import { MediaBrowser, useMediaBrowser } from '../views/media-browser.tsx'
import { MediaDetails } from '../views/media-details.tsx'
import { useFileDrop } from '../views/use-file-drop.ts'
import { CropStage } from './crop-stage.tsx'
import styles from './picker.module.css'

/** Lets the user choose media for a field: found, uploaded, dropped or pasted, and cropped for it. */
export function MediaPicker(props: MediaPickerProps) {
  const { bucketSlug, label, kind, isMany = false, cropped, onPick, onClose } = props
  const announcer = useService(Announcer)
  const focus = useService(Focus)
  const mayUpload = useFacts((facts) => facts.can?.has('media:write') ?? false)
  const [search, setSearch] = useState<MediaSearch>({})
  const browser = useMediaBrowser(bucketSlug, kind ? { ...search, kind } : search)
  const { list, current, grid, altText } = browser
  const [chosen, setChosen] = useState<readonly ManagedMedia[]>([])
  const [uses, setUses] = useState<ReadonlyMap<string, PictureUse>>(new Map())
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const [isCropping, setCropping] = useState(false)
  const words = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLButtonElement>(null)
  const [wantsAltText, setWantsAltText] = useState<string>()
  const requestedId = useRef<string>(undefined)

  const { upload, percent, failure } = useMediaUpload({
    bucketSlug,
    kind,
    isMany: true,
    onUploaded(media) {
      const [first] = media
      setAdded(new Set([...added, ...media.map(({ id }) => id)]))
      // A search could hide the media that were just uploaded.
      setSearch({ ...(search.folder && { folder: search.folder }) })
      if (!first) return
      grid.current?.goTo(first.id)
      void list.first.refetch()
      if (isMany)
        setChosen([
          ...chosen,
          ...media.map((one) => ({ ...one, rev: 1, may_hold_location: false })),
        ])
      if (first.type.startsWith('image/') && first.alt_text === '') setWantsAltText(first.id)
      announcer.say(`Uploaded ${formatCount(media.length, 'file')}.`)
    },
  })
  const isDropping = useFileDrop((files) => void upload(files, search.folder))

  // A new upload needs an alt text. Its field takes the focus when the details appear, which may be before the upload
  // has been answered.
  useEffect(() => {
    if (current === undefined || current.id !== wantsAltText) return
    if (requestedId.current === wantsAltText) return
    requestedId.current = wantsAltText
    focus.moveTo(altText.current)
  }, [current, wantsAltText, altText, focus])

  const replaced = useMediaByName(bucketSlug, cropped ? [cropped.name] : []).get(
    cropped?.name ?? '',
  )
  if (cropped && !replaced) return null
  const inCrop = replaced ?? (isCropping ? current : undefined)

  const picks = chosen.length > 0 ? chosen : current ? [current] : []
  const count = isMany && picks.length > 1 ? ` ${picks.length} files` : ''
  const verb = count || (current && !current.type.startsWith('image/') ? ' file' : ' image')

  function finish(media: readonly ManagedMedia[], currentUses = uses): void {
    if (media.length === 0) return
    onPick(media.map((one): PickedMedia => ({ media: one, use: currentUses.get(one.id) ?? {} })))
    onClose()
  }

  function toggle(media: ManagedMedia): void {
    const without = chosen.filter(({ id }) => id !== media.id)
    setChosen(without.length < chosen.length ? without : [...chosen, media])
  }

  function handleCrop(media: ManagedMedia, use: PictureUse): void {
    const nextUses = new Map(uses).set(media.id, use)
    if (!isMany || cropped) return finish([media], nextUses)
    setUses(nextUses)
    if (!chosen.some(({ id }) => id === media.id)) setChosen([...chosen, media])
    setCropping(false)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, target } = event
    if (isComposing(event)) return
    if (isAltLetter(event, 'u')) files.current?.click()
    else if (isAltLetter(event, 'c')) startCrop()
    else if ((ctrlKey || metaKey) && key === 'Enter') finish(picks)
    else if (target === words.current && key === 'Enter') finish(picks)
    else if (target === words.current && key === 'ArrowDown') grid.current?.move(0)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function leave(): void {
    if (isCropping) setCropping(false)
    else onClose()
  }

  function startCrop(): void {
    if (current && canBeCropped(current)) setCropping(true)
  }

  return (
    <Dialog
      title={`Choose ${isMany ? 'files' : kind === 'image' ? 'an image' : 'a file'} for ${label}`}
      size="full"
      isBare
      isOpen
      onOpenChange={(isOpen) => !isOpen && leave()}
    >
      {inCrop ? (
        <CropStage
          media={inCrop}
          label={label}
          use={cropped?.use ?? uses.get(inCrop.id) ?? {}}
          onBack={leave}
          onUse={(use) => handleCrop(inCrop, use)}
        />
      ) : (
        <div role="presentation" className={styles.stage} onKeyDown={handleKeyDown}>
          <div className={styles.head}>
            <Chip>{label}</Chip>
            <TextField
              aria-label="Search media"
              placeholder="Search by name, title or alt text"
              prefix="search"
              type="search"
              inputRef={words}
              // The user opened the dialog for the search.
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- as said
              autoFocus={current === undefined}
              value={String(search.q ?? '')}
              onChange={(q) => setSearch({ ...search, q })}
            />
            {kind ? null : (
              <Select
                aria-label="Kind"
                isSmall
                options={[{ id: 'all', label: 'All kinds' }, ...mediaKinds]}
                value={search.kind ?? 'all'}
                onChange={(next) => {
                  const { kind: _, ...rest } = search
                  setSearch(next === 'all' || next === null ? rest : { ...rest, kind: next })
                }}
              />
            )}
          </div>
          <MediaBrowser
            browser={browser}
            isDropping={isDropping}
            view="grid"
            onFolder={(folder) => {
              const { folder: _, ...rest } = search
              setSearch(folder === undefined ? rest : { ...rest, folder })
            }}
            startAt={current?.id}
            empty={
              <EmptyState title={search.q ? 'No media match' : 'No media yet'} icon="image">
                {search.q
                  ? 'Search for something else.'
                  : 'Upload a file, drop one here, or paste it.'}
              </EmptyState>
            }
            selection={
              isMany
                ? {
                    isSelected: (id) => chosen.some((one) => one.id === id),
                    toggle,
                    extend: (media) => setChosen([...new Set([...chosen, ...media])]),
                  }
                : undefined
            }
            onOpen={(media) => finish(chosen.length > 0 ? chosen : [media])}
            onSpace={(media) => (isMany ? toggle(media) : startCrop())}
            onLeave={() => focus.moveTo(words.current)}
            below={
              <>
                {mayUpload ? (
                  <div className={styles.upload}>
                    {percent === undefined ? (
                      <>
                        <span>Drop files anywhere here, or paste an image</span>
                        <FileTrigger
                          allowsMultiple
                          acceptedFileTypes={acceptOf(kind) ?? []}
                          onSelect={(chosenFiles) =>
                            void upload([...(chosenFiles ?? [])], search.folder)
                          }
                        >
                          <Button ref={files} icon="upload" kbd={altLetter('u')}>
                            Upload files
                          </Button>
                        </FileTrigger>
                      </>
                    ) : (
                      <ProgressBar label="Uploading" value={percent} />
                    )}
                  </div>
                ) : null}
                {failure ? (
                  <p role="alert" className={styles.failure}>
                    {failure}
                  </p>
                ) : null}
              </>
            }
            details={
              current ? (
                <MediaDetails
                  key={current.id}
                  bucketSlug={bucketSlug}
                  media={current}
                  altText={altText}
                  isShort
                  note={
                    added.has(current.id) && current.alt_text === '' ? (
                      <p className={styles.note}>
                        {`${nameOf(current)} is uploaded. Describe it for people who cannot see it. You can also do that later.`}
                      </p>
                    ) : null
                  }
                />
              ) : null
            }
          />
          <DialogFooter>
            <span className={styles.hints}>
              <Kbd binding="ArrowUp" /> <Kbd binding="ArrowDown" /> <Kbd binding="ArrowLeft" />{' '}
              <Kbd binding="ArrowRight" /> move
              {isMany ? (
                <>
                  {' '}
                  <Kbd binding="Space" /> select
                </>
              ) : null}
            </span>
            <Button kbd="Escape" onPress={onClose}>
              Cancel
            </Button>
            <Button
              kbd={altLetter('c')}
              disabledReason={
                current && canBeCropped(current) ? undefined : 'Go to an image first.'
              }
              onPress={startCrop}
            >
              Crop…
            </Button>
            <Button
              variant="primary"
              kbd="$mod+Enter"
              disabledReason={picks.length > 0 ? undefined : 'Go to a file first.'}
              onPress={() => finish(picks)}
            >
              {`Use${verb}`}
            </Button>
          </DialogFooter>
        </div>
      )}
    </Dialog>
  )
}
