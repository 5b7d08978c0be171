// Links that no request may have: where files lie that somebody put there, torrents, and copies whose protection was broken
// (product.md RQ-4). A request links the page of the original.

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Sites that keep anybody's files; their subdomains with them. */
const FILE_HOSTERS = words(`
  1drv.ms 1fichier.com 4shared.com alfafile.net anonfiles.com bayfiles.com catbox.moe clicknupload.click ddownload.com
  depositfiles.com disk.yandex.com disk.yandex.ru drive.google.com dropbox.com dropgalaxy.com easyupload.io fboom.me
  file.io filecrypt.cc filecrypt.co filefactory.com filejoker.net fikper.com gofile.io hitfile.net hexupload.net
  icerbox.com k2s.cc katfile.com keep2share.cc krakenfiles.com mediafire.com mega.co.nz mega.io mega.nz mexashare.com
  mixdrop.co nitro.download nitroflare.com oboom.com onedrive.live.com pan.baidu.com pixeldrain.com prefiles.com
  racaty.io rapidgator.net rg.to rapidshare.com send.cm sendspace.com solidfiles.com streamtape.com terabox.com
  tezfiles.com transfer.sh turbobit.net upload.ee uploaded.net uploadgig.com uploadhaven.com uploadrar.com uptobox.com
  userscloud.com usersdrive.com we.tl wetransfer.com workupload.com yadi.sk zippyshare.com`);

/** Sites of torrents and of copies without their protection. */
const COPIERS = words(`
  1337x.to aedownload.com audioz.download cgpeers.to cgpersia.com crackwatch.com getintopc.com gfxdrug.com gfxpeers.net
  gfxtra.com gfxtra31.com haxnode.net kickasstorrents.to limetorrents.lol nulled.to nyaa.si pirateproxy.live rarbg.to
  rutracker.org thepiratebay.org torrentdownloads.pro torrentgalaxy.to vfxdownload.net vfxmed.com vsthouse.ru
  yts.mx zoink.ch zooqle.com`);

const REFUSED_HOSTS = new Set([...FILE_HOSTERS, ...COPIERS]);

const isRefusedHost = (host: string): boolean => {
  const labels = host.split('.');
  return labels.some((_label, start) => REFUSED_HOSTS.has(labels.slice(start).join('.')));
};

/** Words that mean a broken copy wherever they stand by themselves. */
const BROKEN = /(?:^|[^a-z])(?:nulled|warez|keygens?)(?:$|[^a-z])/;
/** "Cracked" alone may be glass or earth; with one of these before or behind it, it is a program. */
const CRACKED = [
  /(?:^|[^a-z])(?:full|pre|incl|including|plus|latest|working)[^a-z]*crack(?:ed)?(?:$|[^a-z])/,
  /(?:^|[^a-z])(?:with|and)[^a-z]*crack(?:ed)?[^a-z]*$/,
  /(?:^|[^a-z])crack(?:ed|s|z)?[^a-z]*(?:versions?|downloads?|serial|patch|plugins?|software|apps?|exe|mac|vsts?|zip|rar)(?:$|[^a-z])/,
];
/** In the name of a site words run together. */
const BROKEN_SITE =
  /(?<!an)nulled|warez|keygen|torrent(?!ial)|crack(?:ed)?(?:z|soft|plugin|app|vst|pc|mac|download|version|zone|hub)|(?:vst|plugin|soft|ware|app|pc|mac|full)-?crack/;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Whether a link, as somebody typed it, can be no original: a file hoster, a torrent, a broken copy. */
export const isRefusedLink = (text: string): boolean => {
  if (/^\s*(?:magnet|ed2k):/i.test(text)) return true;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const host = url.hostname.replace(/\.$/, '');
  if (isRefusedHost(host) || BROKEN_SITE.test(host)) return true;
  const place = decoded(`${url.pathname}${url.search}${url.hash}`).toLowerCase();
  return [/\.torrent(?:$|[?#&/])/, BROKEN, ...CRACKED].some((form) => form.test(place));
};
