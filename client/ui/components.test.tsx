// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Countdown } from '#client/ui/charts/countdown.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { MediaCard } from '#client/ui/media/media-card.tsx';
import { TagTracks } from '#client/ui/media/track.tsx';
import { MenuButton } from '#client/ui/overlay/menu-button.tsx';
import { ToastOutlet } from '#client/ui/overlay/toast-outlet.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { Pager } from '#client/ui/table/pager.tsx';

afterEach(cleanup);

describe('Button', () => {
  it.each([
    ['a busy button', { busy: true }],
    ['an idle button', { idle: true }],
  ])('as %s keeps the focus, ignores clicks and does not submit the form', (_, off) => {
    const [onClick, onSubmit] = [vi.fn(), vi.fn()];
    const form = (given: object) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" onClick={onClick} {...given}>
          Save
        </Button>
      </form>
    );
    const { rerender } = render(form({}));
    const button = screen.getByRole('button', { name: 'Save' });
    button.focus();
    rerender(form(off));
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.hasAttribute('disabled')).toBe(false);
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('with only an icon can be idle too', () => {
    const onClick = vi.fn();
    render(<IconButton icon="chevron" label="Move up" idle onClick={onClick} />);
    fireEvent.click(screen.getByRole('button', { name: 'Move up' }));
    expect(onClick).not.toHaveBeenCalled();
  });
});

describe('Pager', () => {
  it('marks the current page and links the others', () => {
    render(<Pager current={5} pages={9} hrefFor={(page) => `/resources?page=${page}`} />);
    const nav = screen.getByRole('navigation', { name: 'Pagination' });
    expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('5');
    expect(within(nav).getByRole('link', { name: 'Page 9' }).getAttribute('href')).toBe('/resources?page=9');
    expect(within(nav).getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe('/resources?page=4');
    expect(within(nav).getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/resources?page=6');
  });

  it('has no previous link on the first page, no next link on the last, and renders nothing for one page', () => {
    const { rerender, container } = render(<Pager current={1} pages={2} hrefFor={String} />);
    expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull();
    rerender(<Pager current={2} pages={2} hrefFor={String} />);
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
    rerender(<Pager current={1} pages={1} hrefFor={String} />);
    expect(container.innerHTML).toBe('');
  });

  it('moves the focus to the current page number when the pressed arrow disappears', () => {
    const at = (current: number) => <Pager current={current} pages={2} hrefFor={(page) => `#${page}`} />;
    const { rerender } = render(at(1));
    const arrow = screen.getByRole('link', { name: 'Next page' });
    arrow.focus();
    fireEvent.click(arrow);
    rerender(at(2));
    expect(document.activeElement).toBe(screen.getByRole('link', { current: 'page' }));
  });

  it('does not take the focus if the page changed another way', () => {
    const at = (current: number) => <Pager current={current} pages={2} hrefFor={(page) => `#${page}`} />;
    const { rerender } = render(at(1));
    rerender(at(2));
    expect(document.activeElement).toBe(document.body);
  });
});

describe('SearchField', () => {
  it('clears uncontrolled text, reports the change and takes the focus back', () => {
    const onValueChange = vi.fn();
    const onClear = vi.fn();
    render(
      <SearchField
        label="Search assets"
        placeholder="Search"
        defaultValue="zoetrope"
        onValueChange={onValueChange}
        onClear={onClear}
      />,
    );
    const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search assets' });
    fireEvent.change(input, { target: { value: 'glow' } });
    expect(onValueChange).toHaveBeenLastCalledWith('glow');
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(input.value).toBe('');
    expect(onValueChange).toHaveBeenLastCalledWith('');
    expect(onClear).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(input);
  });
});

describe('TextField', () => {
  it('links hint and error to the input', () => {
    render(<TextField label="Password" hint="A long one." error="Use at least 8 characters." />);
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'A long one.',
      'Use at least 8 characters.',
    ]);
  });
});

describe('TagTracks', () => {
  const tags = ['glow', 'dust', 'foley', 'VHS'].map((label) => ({ label, to: `/resources?tag=${label}` }));

  it('exposes each tag to screen readers once, although the tracks repeat them', () => {
    render(<TagTracks tags={tags} label="Popular tags" />);
    const names = screen.getAllByRole('link').map((link) => link.textContent);
    expect(names.sort()).toEqual(['VHS', 'dust', 'foley', 'glow']);
    for (const copy of document.querySelectorAll('a[aria-hidden]')) expect(copy.getAttribute('tabindex')).toBe('-1');
  });

  it('can be paused and resumed with its button', () => {
    render(<TagTracks tags={tags} label="Popular tags" />);
    const region = screen.getByRole('region', { name: 'Popular tags' });
    fireEvent.click(screen.getByRole('button', { name: 'Pause the scrolling tags' }));
    expect(region.hasAttribute('data-paused')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Play the scrolling tags' }));
    expect(region.hasAttribute('data-paused')).toBe(false);
  });
});

describe('MediaCard', () => {
  it('has one link, named after the title, with like and save outside it', async () => {
    render(
      <MediaCard
        to="/resources/7"
        title="Neon Alley Glow"
        access="premium"
        type="sound effect"
        label="0:24"
        actions={<button type="button">Like</button>}
      />,
    );
    const link = screen.getByRole('link');
    expect(link.textContent).toBe('Neon Alley Glow');
    expect(link.contains(screen.getByRole('button', { name: 'Like' }))).toBe(false);
    await screen.findByText('Sound effect');
    expect(screen.getByRole('article').textContent).toBe('PremiumSound effect0:24Neon Alley GlowLike');
  });

  it('hides a picture that fails to load, and shows the next one', () => {
    const { container, rerender } = render(<MediaCard to="/" title="A" access="free" image={{ src: '/gone.avif' }} />);
    fireEvent.error(container.querySelector('img') as HTMLImageElement);
    expect(container.querySelector('img')?.hidden).toBe(true);
    rerender(<MediaCard to="/" title="A" access="free" image={{ src: '/there.avif' }} />);
    expect(container.querySelector('img')?.hidden).toBe(false);
  });
});

describe('Avatar', () => {
  it('keeps the initial beneath the picture, and has a name only if given a label', () => {
    const { container, rerender } = render(<Avatar name="mira" src="/mira.avif" />);
    expect(container.textContent).toBe('M');
    rerender(<Avatar name="mira" label="mira" />);
    expect(container.querySelector('.sr-only')?.textContent).toBe('mira');
  });
});

describe('Countdown', () => {
  it.each([
    [5, '5 seconds'],
    [1, '1 second'],
  ])('reads %i as "%s"', (remaining, name) => {
    render(<Countdown remaining={remaining} total={5} />);
    expect(screen.getByRole('timer', { name })).toBeTruthy();
  });

  it('ends with a tick instead of 0', () => {
    const { container } = render(<Countdown remaining={0} total={5} />);
    expect(screen.queryByRole('timer')).toBeNull();
    expect([container.textContent, container.querySelectorAll('svg').length]).toEqual(['', 1]);
  });
});

describe('components loaded on demand', () => {
  it('open a menu and run the chosen item', async () => {
    const onSelect = vi.fn();
    render(
      <MenuButton label="Actions" items={[{ label: 'Make premium', onSelect }]}>
        Actions
      </MenuButton>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Make premium' }));
    expect(onSelect).toHaveBeenCalledOnce();
  });

  it('mark and focus the current choice in a menu', async () => {
    const choices = ['PENDING', 'APPROVED'].map((label) => ({
      label,
      checked: label === 'APPROVED',
      onSelect: () => {},
    }));
    render(
      <MenuButton label="Status" items={choices}>
        APPROVED
      </MenuButton>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Status' }));
    const held = await screen.findByRole('menuitemradio', { checked: true });
    expect(held.textContent).toBe('APPROVED');
    await waitFor(() => expect(document.activeElement).toBe(held));
  });

  it('close a menu on Tab and continue from its button', async () => {
    render(
      <MenuButton label="Actions" items={[{ label: 'Edit', onSelect: () => {} }]}>
        Actions
      </MenuButton>,
    );
    const button = screen.getByRole('button', { name: 'Actions' });
    fireEvent.click(button);
    const item = await screen.findByRole('menuitem', { name: 'Edit' });
    await waitFor(() => expect(document.activeElement).toBe(item));
    // True means that the default action was not prevented, so the browser moves the focus to the element after the button.
    expect(fireEvent.keyDown(item, { key: 'Tab' })).toBe(true);
    expect(document.activeElement).toBe(button);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('show toasts, including those queued before the outlet was mounted', async () => {
    showToast({ tone: 'success', text: 'Added to saved items' });
    render(<ToastOutlet />);
    expect(await screen.findByText('Added to saved items')).toBeTruthy();
    showToast({ tone: 'error', text: 'Failed to save' });
    expect((await screen.findAllByText('Failed to save')).length).toBeGreaterThan(0);
  });
});
