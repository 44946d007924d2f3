//! Counting legal sequences: the sharpest test of a rules engine, and a measure of its speed.

/// How many sequences of 1, 2, … `length` legal steps begin at a node; `next` lists the nodes one
/// legal step away, none where the game is over.
///
/// ```
/// use daykeeper::rules::perft::count;
/// let halves = |n: &u32| if *n > 1 { vec![n / 2, n / 2] } else { vec![] };
/// assert_eq!(count(&4, 3, &halves), [2, 4, 0]);
/// ```
pub fn count<N>(node: &N, length: usize, next: &impl Fn(&N) -> Vec<N>) -> Vec<u64> {
    let mut counts = vec![0; length];
    count_into(&mut counts, node, next);
    counts
}

fn count_into<N>(counts: &mut [u64], node: &N, next: &impl Fn(&N) -> Vec<N>) {
    if let Some((first, longer)) = counts.split_first_mut() {
        for reached in next(node) {
            *first += 1;
            count_into(longer, &reached, next);
        }
    }
}
