import { useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { GridLayout, Size, Virtualizer } from 'react-aria-components/Virtualizer'
import control from './control.module.css'
import { loadEmojiGroups, searchEmoji, type Emoji, type EmojiGroup } from './emoji-data.ts'
import styles from './emoji-picker.module.css'
import { FailureState } from './failure-state.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { Icon, type IconName } from './icon.tsx'
import { SkeletonLines } from './skeleton.tsx'

const groupIcons: Record<string, IconName> = {
  smileys_emotion: 'smile',
  people_body: 'users',
  animals_nature: 'leaf',
  food_drink: 'coffee',
  travel_places: 'plane',
  activities: 'trophy',
  objects: 'lightbulb',
  symbols: 'heart',
  flags: 'flag',
}

const layoutOptions = {
  minItemSize: new Size(32, 32),
  maxItemSize: new Size(32, 32),
  minSpace: new Size(2, 2),
}

export interface EmojiPickerProps {
  onPick: (emoji: string) => void
  autoFocus?: boolean | undefined
}

function EmojiGrid({ emojis, onPick }: { emojis: Emoji[]; onPick: (emoji: string) => void }) {
  return (
    <Virtualizer layout={GridLayout} layoutOptions={layoutOptions}>
      <ListBox
        aria-label="Emoji"
        layout="grid"
        items={emojis}
        className={styles.grid ?? ''}
        onAction={(key) => onPick(String(key))}
        renderEmptyState={() => <span className={styles.empty}>No emoji has that name</span>}
      >
        {({ emoji, name }) => (
          <ListBoxItem id={emoji} textValue={name} aria-label={name} className={styles.emoji ?? ''}>
            {emoji}
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  )
}

/** A searchable grid of all emoji: type a name, move with the arrow keys, pick with Enter. Put it into a `Popover`. */
export function EmojiPicker({ onPick, autoFocus = false }: EmojiPickerProps) {
  const [groups, setGroups] = useState<EmojiGroup[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [text, setText] = useState('')
  const [groupId, setGroupId] = useState('smileys_emotion')

  // The emoji data is a separate chunk, outside React.
  useEffect(() => {
    if (hasFailed) return undefined
    let isCurrent = true
    loadEmojiGroups().then(
      (loaded) => isCurrent && setGroups(loaded),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [hasFailed])

  if (hasFailed) {
    return <FailureState title="The emoji could not be loaded" onRetry={() => setFailed(false)} />
  }

  const group = groups?.find(({ id }) => id === groupId) ?? groups?.[0]
  const emojis = groups && text.trim() ? searchEmoji(groups, text) : (group?.emojis ?? [])
  return (
    <div className={styles.picker}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField aria-label="Search emoji" autoFocus={autoFocus}>
          <div className={control.box}>
            <span className={control.affix}>
              <Icon name="search" size={14} />
            </span>
            <Input placeholder="Search emoji" className={control.input ?? ''} />
          </div>
        </SearchField>
        {groups ? (
          <EmojiGrid emojis={emojis} onPick={onPick} />
        ) : (
          <div className={styles.grid}>
            <SkeletonLines count={7} label="emoji" />
          </div>
        )}
      </Autocomplete>
      <SegmentedControl
        aria-label="Emoji group"
        value={group?.id ?? groupId}
        onChange={(id) => {
          setText('')
          setGroupId(id)
        }}
        segments={(groups ?? []).map(({ id, title }) => ({
          id,
          label: title,
          icon: <Icon name={groupIcons[id] ?? 'smile'} size={14} />,
          isIconOnly: true,
        }))}
      />
    </div>
  )
}
