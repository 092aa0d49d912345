import { useState } from 'react'
import { Button } from '../button.tsx'
import { CountBadge } from '../count-badge.tsx'
import { Kbd } from '../kbd.tsx'
import { Link } from '../link.tsx'
import { SegmentedControl } from '../segmented-control.tsx'
import { Toolbar, ToolbarSeparator, ToolbarSpace } from '../toolbar.tsx'
import { Row, Group, Specimen } from './specimen.tsx'

export function ActionSpecimens() {
  const [view, setView] = useState<'table' | 'sheet' | 'grid'>('table')
  return (
    <Group title="Actions">
      <Specimen title="button">
        <Row>
          <Button variant="primary" kbd="n">
            New artwork
          </Button>
          <Button>Columns</Button>
          <Button variant="quiet">Cancel</Button>
          <Button variant="danger">Delete…</Button>
        </Row>
        <Row>
          <Button variant="primary" kbd="$mod+Enter">
            Publish
          </Button>
          <Button kbd="$mod+s">Save draft</Button>
          <Button variant="quiet" icon="plus">
            Add field
          </Button>
          <Button icon="columns-3">Columns</Button>
        </Row>
        <Row>
          <Button icon="ellipsis" aria-label="More" kbd="$mod+." />
          <Button variant="quiet" icon="pencil" aria-label="Edit" />
          <Button variant="quiet" icon="panel-right" aria-label="Inspector" isActive />
          <Button variant="danger" icon="trash-2" aria-label="Delete" />
          <Button variant="primary" icon="plus" aria-label="New" />
        </Row>
      </Specimen>
      <Specimen title="button: pending, disabled, disabledReason">
        <Row>
          <Button variant="primary" isPending>
            Publish
          </Button>
          <Button isPending>Save draft</Button>
          <Button isDisabled>Disabled</Button>
          <Button variant="primary" isDisabled>
            Disabled
          </Button>
        </Row>
        <Row>
          <Button disabledReason="Select one artwork to restore a revision">
            Restore revision…
          </Button>
          <Button variant="primary" disabledReason="The title is missing" kbd="$mod+Enter">
            Publish
          </Button>
          <Button
            variant="quiet"
            icon="archive"
            aria-label="Archive"
            disabledReason="Only an owner may archive"
          />
        </Row>
      </Specimen>
      <Specimen title="segmented-control, link, kbd">
        <Row>
          <SegmentedControl
            aria-label="View"
            value={view}
            onChange={setView}
            segments={[
              { id: 'table', label: 'Table', icon: 'table' },
              { id: 'sheet', label: 'Sheet', icon: 'rows-3' },
              { id: 'grid', label: 'Grid', icon: 'layout-grid', isIconOnly: true },
            ]}
          />
          <Link href="#objects">Artworks</Link>
          <Link href="#objects" variant="quiet">
            Quiet link
          </Link>
        </Row>
        <Row>
          <Kbd binding="$mod+k" isSplit platform="other" />
          <Kbd binding="$mod+Shift+Enter" platform="other" />
          <Kbd binding="$mod+Shift+Enter" platform="mac" />
          <Kbd binding="g o" />
          <Kbd binding="?" />
          <Kbd binding="Escape" />
          <Kbd binding="$mod+BracketRight" platform="other" />
          <Kbd binding="ArrowUp" />
        </Row>
      </Specimen>
      <Specimen title="count-badge">
        <Row>
          <b>Drafts</b>
          <CountBadge value={12} />
          <b>Objects</b>
          <CountBadge value={1284} />
        </Row>
      </Specimen>
      <Specimen title="toolbar" isWide>
        <Toolbar aria-label="Selection" look="bar">
          <b>12 selected</b>
          <span>of 1,284</span>
          <ToolbarSeparator />
          <Button kbd="$mod+Enter">Publish</Button>
          <Button>Set field…</Button>
          <Button>Find and replace…</Button>
          <Button kbd="$mod+.">More</Button>
          <ToolbarSpace />
          <Kbd binding="Escape" />
        </Toolbar>
      </Specimen>
    </Group>
  )
}
