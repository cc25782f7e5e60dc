import { baseKeymap, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { EditorState, Plugin, PluginKey, Selection, type Command } from 'prosemirror-state';
import { addRowAfter, deleteRow, goToNextCell, isInTable, tableEditing } from 'prosemirror-tables';
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Picker } from '../images/Picker';
import { imageFilesOf, type Image } from '../images/types';
import { parseBlocks, serializeBlocks, type Blocks } from './markdownBlocks';
import { schema } from './schema';
import type { Finding } from './types';

export type WysiwygHandle = { show: (line: number) => void; selected: () => string };

type Props = {
  /** The initial content. Later changes of this, `label` and `readOnly` have no effect. */
  markdown: string;
  /** The published Markdown: blocks that are not in it are marked. */
  published: string;
  findings: Finding[];
  /** The number of lines of the file above the Markdown. */
  above: number;
  label: string;
  lang: string;
  readOnly: boolean;
  onChange: (markdown: string) => void;
  onFocus: () => void;
  ref: Ref<WysiwygHandle>;
};

const { nodes, marks } = schema;
const marksKey = new PluginKey<DecorationSet>('marks');

const rules = inputRules({
  rules: [
    wrappingInputRule(/^\s*([-*])\s$/, nodes.bullet_list!),
    wrappingInputRule(/^(\d+)\.\s$/, nodes.ordered_list!, (m) => ({ order: Number(m[1]) })),
    textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading!, (m) => ({ level: m[1]!.length })),
  ],
});

const keys = keymap({
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-b': toggleMark(marks.strong!),
  'Mod-i': toggleMark(marks.em!),
  Enter: splitListItem(nodes.list_item!),
  'Mod-]': sinkListItem(nodes.list_item!),
  'Mod-[': liftListItem(nodes.list_item!),
  'Alt-ArrowRight': goToNextCell(1),
  'Alt-ArrowLeft': goToNextCell(-1),
});

/** A WYSIWYG editor for Markdown. Tab leaves it, as it leaves every field. */
export function Wysiwyg(props: Props) {
  const { published, findings, above, label, lang, readOnly, ref } = props;
  const { t } = useTranslation('studio-texts');
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const blocks = useRef<Blocks>(undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [state, setState] = useState<EditorState>();
  // Files that were pasted or dropped, none for the button; undefined while no image is chosen.
  const [picking, setPicking] = useState<File[]>();

  useEffect(() => {
    const from = parseBlocks(latest.current.markdown);
    const take = (files: File[]) => {
      if (files.length === 0 || latest.current.readOnly) return false;
      setPicking(files);
      return true;
    };
    blocks.current = from;
    const plugins = [
      rules,
      keys,
      keymap(baseKeymap),
      history(),
      tableEditing(),
      new Plugin({
        key: marksKey,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, old) {
            const marked = tr.getMeta(marksKey) as Marked | undefined;
            if (!marked && !tr.docChanged) return old;
            return decorate(tr.doc, from, marked ?? latest.current);
          },
        },
        props: { decorations: (s) => marksKey.getState(s) },
      }),
    ];
    const editor = new EditorView(place.current, {
      state: EditorState.create({ doc: from.doc, plugins }),
      editable: () => !latest.current.readOnly,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': latest.current.label,
        lang: latest.current.lang,
        class: 'prose-page studio-text',
        ...(latest.current.readOnly && { 'aria-readonly': 'true', tabindex: '0' }),
      },
      handlePaste: (_, event) => take(imageFilesOf(event.clipboardData)),
      handleDrop(target, event) {
        const files = imageFilesOf(event.dataTransfer);
        const at = target.posAtCoords({ left: event.clientX, top: event.clientY });
        if (files.length && at) {
          const { doc, tr } = target.state;
          target.dispatch(tr.setSelection(Selection.near(doc.resolve(at.pos))));
        }
        return take(files);
      },
      handleDOMEvents: {
        focus: () => {
          latest.current.onFocus();
          return false;
        },
      },
      dispatchTransaction(tr) {
        const next = editor.state.apply(tr);
        editor.updateState(next);
        setState(next);
        if (tr.docChanged) latest.current.onChange(serializeBlocks(next.doc, from).markdown);
      },
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const marked: Marked = { published, findings, above };
    view.current?.dispatch(view.current.state.tr.setMeta(marksKey, marked));
  }, [published, findings, above]);

  useImperativeHandle(ref, () => ({
    show(line) {
      const { current: editor } = view;
      if (!editor) return;
      const { lines } = serializeBlocks(editor.state.doc, blocks.current!);
      const index = Math.max(
        0,
        lines.findLastIndex((first) => first <= line - 1 - above),
      );
      const node = editor.dom.children[index];
      editor.focus();
      node?.scrollIntoView({ block: 'center' });
    },
    selected() {
      const { current: editor } = view;
      if (!editor) return '';
      const { from, to } = editor.state.selection;
      return editor.state.doc.textBetween(from, to, ' ');
    },
  }));

  const run = (command: Command) => () => {
    command(view.current!.state, view.current!.dispatch, view.current);
    view.current!.focus();
  };
  const link = () => {
    const { state: now, dispatch } = view.current!;
    const active = marks.link!.isInSet(now.selection.$from.marks());
    const href = window.prompt(t('edit.linkTo'), (active?.attrs.href as string) ?? '/');
    if (href === null) return view.current!.focus();
    const { from, to, empty } = now.selection;
    const tr = now.tr;
    if (empty && href) {
      tr.insertText(href, from);
      tr.addMark(from, from + href.length, marks.link!.create({ href }));
    } else {
      tr.removeMark(from, to, marks.link);
      if (href) tr.addMark(from, to, marks.link!.create({ href }));
    }
    dispatch(tr);
    view.current!.focus();
  };

  const insert = ({ name, altEn, altZh }: Image) => {
    setPicking(undefined);
    const alt = (lang === 'zh' ? altZh : altEn) || null;
    const node = nodes.image!.create({ src: `image:${name}`, alt });
    view.current!.dispatch(view.current!.state.tr.replaceSelectionWith(node, false));
    view.current!.focus();
  };

  const inTable = state && isInTable(state);
  const tools: [string, Command | null, boolean?][] = [
    ['bold', toggleMark(marks.strong!), on(state, 'strong')],
    ['italic', toggleMark(marks.em!), on(state, 'em')],
    ['heading', setBlockType(nodes.heading!, { level: 2 })],
    ['subheading', setBlockType(nodes.heading!, { level: 3 })],
    ['paragraph', setBlockType(nodes.paragraph!)],
    ['bullets', wrapInList(nodes.bullet_list!)],
    ['numbers', wrapInList(nodes.ordered_list!)],
    ['quote', wrapIn(nodes.blockquote!)],
    ...(inTable
      ? ([
          ['rowAfter', addRowAfter],
          ['rowGone', deleteRow],
        ] as [string, Command][])
      : []),
    ['undo', undo],
    ['redo', redo],
  ];
  return (
    <div className="rounded-control border border-line bg-paper">
      {!readOnly && (
        <div
          role="group"
          aria-label={t('edit.tools', { label })}
          className="flex flex-wrap gap-1 border-b border-line p-1"
        >
          {tools.map(([name, command, pressed]) => (
            <button
              key={name}
              type="button"
              aria-pressed={pressed}
              className="min-h-9 rounded-control px-2 text-14 hover:bg-primary-soft aria-pressed:bg-primary-soft"
              onClick={run(command!)}
            >
              {t(`edit.${name}`)}
            </button>
          ))}
          <button
            type="button"
            className="min-h-9 rounded-control px-2 text-14 hover:bg-primary-soft"
            onClick={link}
          >
            {t('edit.link')}
          </button>
          <button
            type="button"
            className="min-h-9 rounded-control px-2 text-14 hover:bg-primary-soft"
            onClick={() => setPicking([])}
          >
            {t('edit.image')}
          </button>
        </div>
      )}
      <div ref={place} className="p-3" />
      {picking && <Picker files={picking} onPick={insert} onClose={() => setPicking(undefined)} />}
    </div>
  );
}

const on = (state: EditorState | undefined, mark: string) =>
  state ? !!marks[mark]!.isInSet(state.storedMarks ?? state.selection.$from.marks()) : false;

type Marked = Pick<Props, 'published' | 'findings' | 'above'>;

/** Marks unpublished blocks and blocks with findings. */
function decorate(doc: Node, from: Blocks, { published, findings, above }: Marked) {
  const { lines } = serializeBlocks(doc, from);
  const there = new Set<string>();
  const shown = parseBlocks(published);
  shown.doc.forEach((block) => there.add(JSON.stringify(block.toJSON())));
  const out: Decoration[] = [];
  doc.forEach((block, pos, i) => {
    const first = lines[i]! + above;
    const next = i + 1 < lines.length ? lines[i + 1]! + above : Infinity;
    const here = findings.filter(
      ({ line, severity }) => severity !== 'note' && line > first && line <= next,
    );
    const worst = here.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
    const names = [
      !there.has(JSON.stringify(block.toJSON())) && 'studio-changed',
      here.length > 0 && `studio-${worst}`,
    ].filter(Boolean);
    if (names.length)
      out.push(Decoration.node(pos, pos + block.nodeSize, { class: names.join(' ') }));
  });
  return DecorationSet.create(doc, out);
}
