import Glibc

/// Numbers that tell something of a secret, in memory that is wiped when it is given
/// back.
///
/// Access is unchecked: this is for inner loops.
struct WipedArray<Element: BitwiseCopyable>: ~Copyable {
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var count: Int
  private var capacity: Int

  /// Makes an array of `count` zeroes.
  init(count: Int = 0) {
    self.count = count
    capacity = max(count, 64)
    elements = Self.allocate(capacity)
  }

  deinit { Self.free(elements, capacity) }

  /// The element at a place, which has to be one.
  subscript(index: Int) -> Element {
    get { elements[index] }
    set { elements[index] = newValue }
  }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    if count == capacity {
      let larger = Self.allocate(capacity * 2)
      larger.update(from: elements, count: count)
      Self.free(elements, capacity)
      (elements, capacity) = (larger, capacity * 2)
    }
    elements[count] = element
    count += 1
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    memset(memory, 0, capacity * MemoryLayout<Element>.stride)
    return memory
  }

  private static func free(_ memory: UnsafeMutablePointer<Element>, _ capacity: Int) {
    explicit_bzero(memory, capacity * MemoryLayout<Element>.stride)
    memory.deallocate()
  }
}
