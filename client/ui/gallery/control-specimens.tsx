import { useState } from 'react';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Chip } from '#client/ui/forms/chip.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { EditorTile } from '#client/ui/media/editor-tile.tsx';
import { AccessTag, MediaTag } from '#client/ui/media/media-tag.tsx';
import { Pager } from '#client/ui/table/pager.tsx';
import { Badge } from '../badge.tsx';
import { Icon } from '../icon.tsx';
import { Pill } from '../pill.tsx';
import { Spinner } from '../spinner.tsx';
import { type ThemeName, ThemeToggle } from '../theme-toggle.tsx';
import { Specimen } from './specimen.tsx';

const EDITORS = ['After Effects', 'Premiere Pro', 'DaVinci Resolve', 'CapCut', 'Blender', 'Final Cut Pro', 'Nuke'];
const CATEGORIES = ['All', 'Free', 'Premium', '3D'];
const SORTS = [
  { value: 'newest', label: 'Latest First' },
  { value: 'oldest', label: 'Oldest First' },
];

function Buttons() {
  return (
    <Specimen title="Buttons">
      <div className="specimen-row">
        <Button variant="solid">Follow</Button>
        <Button>View Profile</Button>
        <Button variant="quiet">Log in</Button>
        <Button variant="premium">See plans</Button>
        <Button variant="danger">Delete</Button>
        <Button disabled>Disabled</Button>
        <Button variant="solid" busy>
          Saving...
        </Button>
        <a href="/_ui?link" className={buttonClass({ variant: 'outline' })}>
          View all plans
        </a>
      </div>
      <div className="specimen-row">
        <Button size="sm">
          <Icon name="download" small />
          Download
        </Button>
        <Button variant="premium" size="lg">
          <Icon name="lock" />
          Upgrade to download
        </Button>
        <IconButton icon="heart" label="Like" variant="outline" />
        <IconButton icon="menu" label="Menu" />
        <IconButton icon="back" label="Back" size="sm" />
        <IconButton icon="save" label="Save" variant="outline" pressed />
        <Spinner label="Loading" />
      </div>
    </Specimen>
  );
}

function Labels() {
  return (
    <Specimen title="Labels">
      <div className="specimen-row">
        <Badge tone="tungsten">PRO</Badge>
        <Badge tone="scope" icon="check">
          Verified Creator
        </Badge>
        <Badge tone="tally">LEAKER</Badge>
        <Badge tone="clip">ADMIN</Badge>
        <Badge tone="daylight" icon="pin">
          Pinned
        </Badge>
        <Badge tone="iris">Titles</Badge>
        <Badge>Archived</Badge>
        {EDITORS.map((editor) => (
          <EditorTile key={editor} editor={editor} named />
        ))}
        <AccessTag access="free" />
        <AccessTag access="premium" />
        <MediaTag mono>00:00:14:22</MediaTag>
      </div>
      <div className="specimen-row">
        {['mira', 'okapi', 'vesper', 'noctis', 'kettle', 'halide'].map((name) => (
          <Avatar key={name} name={name} size={36} label={name} />
        ))}
        <Avatar name="broken" src="/missing.png" size={56} />
        <Avatar name="Ωmega" size={18} />
      </div>
      <div className="specimen-row">
        {EDITORS.slice(0, 5).map((editor, index) => (
          <Chip key={editor} to="/_ui?editor" lead={<EditorTile editor={editor} />} count={index ? '968' : '1,840'}>
            {editor}
          </Chip>
        ))}
        <Chip to="/_ui?tag">film grain</Chip>
      </div>
    </Specimen>
  );
}

function Fields() {
  return (
    <Specimen title="Fields">
      <div className="specimen-two">
        <TextField label="Email" type="email" defaultValue="mira@example.com" autoComplete="off" />
        <TextField
          label="Password"
          type="password"
          defaultValue="abc"
          autoComplete="off"
          error="Use at least 8 characters."
        />
        <TextField label="Title" hint="100 characters or fewer." placeholder="Neon Alley Glow" />
        <TextField label="Username" defaultValue="mira" disabled />
        <TextArea label="Description" hint="Say what’s included and how to use it." />
        <Select label="Editor" options={EDITORS.map((editor) => ({ value: editor, label: editor }))} />
      </div>
    </Specimen>
  );
}

export function ControlSpecimens() {
  const [category, setCategory] = useState('All');
  const [theme, setTheme] = useState<ThemeName>('dark');
  return (
    <>
      <Buttons />
      <Specimen title="Search and filters">
        {/* biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search> */}
        <div role="search">
          <SearchField label="Search assets" placeholder="Search assets, editors, creators..." name="empty">
            <kbd className="kbd">/</kbd>
          </SearchField>
        </div>
        <div className="specimen-two">
          <SearchField label="Search with text" placeholder="Search" defaultValue="zoetrope" name="filled" />
          <SearchField tone="paper" label="Search on a picture" placeholder="Search transitions, LUTs, titles">
            <Button variant="solid">Search</Button>
          </SearchField>
        </div>
        <div className="specimen-row">
          {CATEGORIES.map((name) => (
            <Pill key={name} pressed={name === category} onClick={() => setCategory(name)}>
              {name}
            </Pill>
          ))}
          <Select label="Sort by" hideLabel pill options={SORTS} className="w-40" />
          <ThemeToggle value={theme} onChange={setTheme} />
        </div>
      </Specimen>
      <Labels />
      <Fields />
      <Specimen title="Pager">
        <Pager current={1} pages={293} hrefFor={(to) => `/_ui?page-${to}`} label="First of many" />
        <Pager current={5} pages={9} hrefFor={(to) => `/_ui?page-${to}`} label="In the middle" />
        <Pager current={3} pages={3} hrefFor={(to) => `/_ui?page-${to}`} label="Last of three" />
      </Specimen>
    </>
  );
}
