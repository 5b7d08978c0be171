/** Demo forum threads about editing. */
import { post, type ThreadEntry } from './entry.ts';

export const editingThreads: readonly ThreadEntry[] = [
  {
    title: 'Proxies on an old laptop: which codec, which size?',
    daysAgo: 21,
    views: 1655,
    tags: ['proxies', 'ffmpeg'],
    posts: [
      post(
        'proxyghost',
        0,
        14,
        '4K 10-bit H.265, a laptop from 2017 and a deadline. I want proxies that scrub like butter, and I have 400 GB free for six hours of rushes.',
      ),
      post(
        'cutaway',
        2,
        29,
        `DNxHR LB at 1280 wide. Six hours comes to about 120 GB. This does a whole folder:

~~~bash
for f in *.MP4; do
  ffmpeg -i "$f" -vf scale=1280:-2 -c:v dnxhd -profile:v dnxhr_lb \\
    -pix_fmt yuv422p -c:a pcm_s16le "proxy/\${f%.*}.mov"
done
~~~

Keep the file name and the timecode the same, or relinking will cost you a weekend.`,
      ),
      post('proxyghost', 3, 5, 'Running it now. Does it keep the timecode?'),
      post(
        'cutaway',
        1,
        12,
        'Not always. Add `-map_metadata 0` and check one file before you leave it running overnight:\n\n~~~bash\nffprobe -v error -show_entries stream_tags=timecode proxy/A001.mov\n~~~',
      ),
      post(
        'reelsteady',
        12,
        6,
        "ProRes Proxy at half res if everyone's on a Mac. Smaller files, and the fans stay quiet.",
      ),
      post('jumpcut-jo', 6, 4, 'Burn a small "PROXY" into the corner. I delivered one by accident once. Never again.'),
      post('proxyghost', 40, 9, 'Butter indeed. Picture lock two days early. @cutaway I owe you a coffee.'),
    ],
  },
  {
    title: 'How long do you hold after a line of dialogue?',
    daysAgo: 27,
    views: 930,
    tags: ['dialogue', 'rhythm'],
    posts: [
      post(
        'hushroom',
        0,
        18,
        'My director says I cut away too early, every single time. I leave four to six frames after the last word. What do you all do?',
      ),
      post(
        'slowpan',
        4,
        22,
        "I hold until the *listener* has understood it. Sometimes that's two frames, sometimes it's four seconds and a door.",
      ),
      post(
        'antenna-bay',
        7,
        8,
        "Watch it with the sound off. If you can still tell who had the last word, you've held long enough.",
      ),
      post('hushroom', 15, 6, "Watching it muted was an education. I'd been cutting on the breath, every time."),
      post(
        'saltbox',
        28,
        10,
        'Fourteen years of documentaries, and the best answer is always in the pause after the answer.',
      ),
      post('tinfoil-owl', 9, 3, 'And keep room tone under it. A hold over dead air sounds like a mistake.'),
    ],
  },
  {
    title: 'Multicam sync drifts by three frames an hour',
    daysAgo: 40,
    views: 1122,
    tags: ['multicam', 'sync'],
    isLocked: true,
    posts: [
      post(
        'boomshadow',
        0,
        7,
        'Two cameras and a recorder, all set to "25". After an hour the recorder is three frames late. Which one do I believe?',
      ),
      post(
        'fieldrecord',
        2,
        15,
        'None of them, they each run on their own clock. Three frames an hour is 33 ppm, which is normal for a cheap crystal on a cold day.',
      ),
      post(
        'ninepoint',
        5,
        11,
        'Cut the audio in a pause every ten minutes and slip each piece. Nobody hears a slip in silence. Stretching the whole hour by 0.003% works too, if your editor can do it without changing the pitch.',
      ),
      post('boomshadow', 18, 4, 'Slipped it in six pieces and it took ten minutes. Thanks, both of you.'),
      post('boomshadow', 30, 2, "And we've bought a sync box for the next shoot."),
      post(
        'admin-demo',
        20,
        3,
        "Solved, so I'm closing this one. If yours is a different kind of drift, please start a new thread.",
      ),
    ],
  },
];
